# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.mail finds the links that the command finds in messages, mailboxes and Maildirs.

    test_mail.py LINKSPAN own            messages that the test makes, and the message of the corpus
    test_mail.py LINKSPAN public DATA    the public messages, skipped where they are absent
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

import linkspan
import linkspan.mail

COMMAND, WHICH, *DATA = sys.argv[1:]
SAMPLE = support.CORPUS / "samples" / "harvest.eml"


def is_mailbox(path):
    return path.read_bytes()[:8].removeprefix(b"\xef\xbb\xbf").startswith(b"From ")


def of_command(path):
    kind = "mbox" if is_mailbox(path) else "mail"
    done = subprocess.run([COMMAND, "scan", "--to", "jsonl", "--from", kind, "--profile", "prose", str(path)],
                          capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def comparable(record):
    return tuple(record.get(key) for key in ("message", "start", "end", "text", "uri", "part", "field", "raw_start", "raw_end"))


def as_record(found):
    link = found.link
    raw = (found.raw_start, found.raw_end)
    message = found.message if is_mailbox(pathlib.Path(found.source)) else None
    return (message, link.start, link.end, link.text, link.uri, found.part or None, found.field, *raw)


def public_messages():
    folder = pathlib.Path(DATA[0]) / "mail"
    if not folder.is_dir():
        support.skip(f"there is no {folder}")
    return sorted(path for path in folder.rglob("*") if path.suffix in (".eml", ".mbox", ".mbx"))


# The command also reads parts that are files: reports of delivery, text of type application/octet-stream.
WITH_FILES = {"content_url.eml", "numeric_urls.eml", "mailcore2_jwz-assembled.mbox"}


class Mail(unittest.TestCase):
    def compare(self, paths):
        compared = 0
        for path in paths:
            with self.subTest(path.name):
                links = list(linkspan.mail.links(path))
                records = [as_record(found) for found in links]
                expected = [comparable(each) for each in of_command(path)]
                if path.name in WITH_FILES:
                    self.assertLess(len(records), len(expected))
                    self.assertEqual([each for each in records if each not in expected], [])
                else:
                    self.assertEqual(records, expected)
                self.assertEqual([found._replace(source=None) for found in links],
                                 list(linkspan.mail.links(path.read_bytes())))
                compared += len(links)
        return compared


class Own(Mail):
    def test_sample(self):
        self.assertGreater(self.compare([SAMPLE]), 3)

    def test_headers(self):
        found = list(linkspan.mail.links(SAMPLE, headers=["List-*"]))
        self.assertEqual((found[0].field, found[0].link.uri), ("List-Unsubscribe", "https://lists.example.org/harvest/leave"))
        self.assertEqual((found[0].part, found[0].media_type), ("", None))

    def test_mailbox_maildir_and_bytes(self):
        message = b"Subject: x\n\nsee https://example.org/%d\n"
        box = b"".join(b"From a@b Fri Jul  8 12:08:34 2011\n" + message % number + b"\n" for number in range(3))
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for part in ("cur", "new", "tmp"):
                (folder / part).mkdir()
            (folder / "cur" / "1.a:2,S").write_bytes(message % 7)
            (folder / "new" / "2.\udcff").write_bytes(message % 8)
            (folder / "inbox").write_bytes(box)
            (folder / "empty").write_bytes(b"")
            self.assertEqual([found.link.path for found in linkspan.mail.links(folder)], ["/7", "/8"])
            self.assertTrue(linkspan.mail.is_maildir(folder))
            found = list(linkspan.mail.links(folder / "inbox"))
            self.assertEqual([(each.message, each.link.path, each.part) for each in found],
                             [(1, "/0", "1"), (2, "/1", "1"), (3, "/2", "1")])
            self.assertEqual([box[each.raw_start:each.raw_end].decode() for each in found], [each.link.text for each in found])
            self.assertEqual(list(linkspan.mail.links(folder / "empty")), [])
        self.assertEqual(len(list(linkspan.mail.links(memoryview(box)))), 3)

    def test_a_message_is_no_mailbox(self):
        message = b"Subject: x\n\nhttps://a.example/\n\nFrom a@b.example Fri Jul  8 12:08:34 2011\nTo: c\n\nhttps://d.example/\n"
        self.assertEqual({found.message for found in linkspan.mail.links(message)}, {1})

    def test_it_is_lazy(self):
        message = b"From a@b Fri Jul  8 12:08:34 2011\n\nhttps://example.org/\n\n"
        links = linkspan.mail.links(message * 1000)
        self.assertEqual(next(links).message, 1)
        links.close()

    def test_engine_and_charset(self):
        message = "Subject: x\n\nhttps://example.org/ü BUG-7\n".encode("latin-1")
        engine = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
        found = list(linkspan.mail.links(message, engine, charset="latin-1"))
        self.assertEqual([each.link.uri for each in found], ["https://example.org/%C3%BC", "https://b.example/7"])

    def test_hostile(self):
        for data in (b"", b"\0", b"\n", b"From ", b"a: b", b"\xff" * 1000, b"Content-Type: multipart/mixed; boundary=a\n\n--a\n" * 500):
            list(linkspan.mail.links(data))


class Public(Mail):
    def test_messages(self):
        messages = public_messages()
        self.assertGreater(len(messages), 50)
        self.assertGreater(self.compare(messages), 200)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], WHICH.capitalize()])
