# SPDX-License-Identifier: Apache-2.0
"""Promise: the parts of files cover every byte once, in order, and never begin inside a link or a message."""

import pathlib
import tempfile
import unittest

import support

from linkspan import _parts

MESSAGE = b"From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nFrom here on\nhttps://a.example/\n\n"


class Parts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def pieces(self, name, content, part_bytes=1000):
        path = self.folder / name
        path.write_bytes(content)
        parts = list(_parts.parts_of([str(path)], part_bytes))
        pieces = [piece for part in parts for piece in part.pieces]
        self.assertEqual([part.number for part in parts], list(range(len(parts))))
        self.assertEqual([piece.begin for piece in pieces], [0, *(piece.end for piece in pieces[:-1])])
        self.assertEqual(pieces[-1].end, len(content))
        return [content[piece.begin:piece.end] for piece in pieces]

    def test_text(self):
        pieces = self.pieces("a.txt", b"see <https://a.example/\nb/c>\nnext line\n" * 300)
        self.assertGreater(len(pieces), 8)
        self.assertEqual({piece[:5] for piece in pieces} - {b"see <", b"next "}, set())

    def test_text_without_a_place_to_cut(self):
        self.assertEqual(len(self.pieces("a.txt", b"a" * 100000)), 1)

    def test_other_charsets_are_whole(self):
        self.assertEqual(len(self.pieces("a.txt", "voil\xe0\n".encode("latin-1") * 1000)), 1)
        self.assertEqual(len(self.pieces("a.txt", "text\n".encode("utf-16") * 1000)), 1)

    def test_json_lines(self):
        pieces = self.pieces("a.jsonl", b'{"text":"a"}\n' * 1000)
        self.assertGreater(len(pieces), 10)
        self.assertTrue(all(piece.startswith(b"{") and piece.endswith(b"}\n") for piece in pieces))

    def test_mailbox(self):
        pieces = self.pieces("a.mbox", MESSAGE * 100)
        self.assertGreater(len(pieces), 5)
        self.assertTrue(all(piece.startswith(b"From a@b") for piece in pieces))
        self.assertEqual(len(self.pieces("b.mbox", b"Subject: y\n\n" + MESSAGE * 100)), 1)

    def test_every_size_of_part(self):
        for size in range(60, 200, 7):
            for piece in self.pieces("a.mbox", MESSAGE * 10, size):
                self.assertEqual(len(piece) % len(MESSAGE), 0)

    def test_compressed_is_whole(self):
        self.assertEqual(len(self.pieces("a.txt.gz", b"a\n" * 10000)), 1)

    def test_small_files_are_put_together(self):
        for number in range(10):
            (self.folder / f"{number}.txt").write_bytes(b"a\n" * 200)
        parts = list(_parts.parts_of(_parts.files_of(str(self.folder / "*.txt")), 1000))
        self.assertEqual([len(part.pieces) for part in parts], [2] * 5)
        self.assertEqual(_parts.Part.from_json(parts[0].to_json()), parts[0])

    def test_what_is_not_there(self):
        self.assertEqual(_parts.files_of("/nowhere/a.txt"), ["/nowhere/a.txt"])
        self.assertEqual(_parts.files_of("/nowhere/*.txt"), [])


if __name__ == "__main__":
    support.main()
