# SPDX-License-Identifier: Apache-2.0
"""Promise: links of a str have offsets in characters, for any characters in it.

Texts of every kind of code points are before, between and after links. The links must be at their places,
with the fast encoder and, in another process, with the plain encoder.
"""

import os
import random
import subprocess
import sys
import unittest

import support

import linkspan

ALPHABETS = [
    "ab z", "aéüß ", "abcжя ", "жяйцу", "漢字かな", "a漢é “”—", "क ख ग", "😀a漢é ", "\ud800\udc00a漢\udfff ",
    "\x00\x01a", "\u007f\u0080\u07ff\u0800\uffff\U00010000\U0010ffff\ud7ff\ue000 ",
]


def random_text(choose, longest):
    alphabet = choose.choice(ALPHABETS)
    return "".join(choose.choice(alphabet) for _ in range(choose.randrange(longest)))


class Texts(unittest.TestCase):
    engine = linkspan.Engine(bare_domains=False)

    def test_offsets_in_every_kind_of_str(self):
        choose = random.Random(20)
        for _ in range(20_000):
            before, between = random_text(choose, 70), random_text(choose, 70)
            text = f"{before} <https://example.org/a> {between} <mailto:lena@example.net> {before}"
            found = self.engine.find(text)
            first, second = len(before) + 2, len(before) + len(between) + 27
            places = [(link.start, link.text) for link in found]
            self.assertEqual(places, [(first, "https://example.org/a"), (second, "mailto:lena@example.net")], ascii(text))
            self.assertTrue(all(text[link.start:link.end] == link.text for link in found))

    def test_text_of_the_link_itself(self):
        choose = random.Random(21)
        for _ in range(20_000):
            text = "https://example.org/" + random_text(choose, 40)
            for link in self.engine.find(text):
                self.assertEqual(text[link.start:link.end], link.text, ascii(text))

    def test_lone_surrogates_are_in_no_link(self):
        for profile in ("prose", "code", "uts58", "strict"):
            with self.subTest(profile):
                text = "\ud800 https://example.org/a\udfffb \udc00"
                link, = linkspan.Engine(profile).find(text)
                self.assertEqual(text[link.start:link.end], "https://example.org/a")

    def test_a_pair_of_surrogates_is_two_characters(self):
        link, = self.engine.find("\ud83d\ude00 https://example.org/")
        self.assertEqual((link.start, link.end), (3, 23))

    def test_nul(self):
        text = "\0\0https://example.org/a\0b"
        link, = self.engine.find(text)
        self.assertEqual(text[link.start:link.end], "https://example.org/a")

    def test_byte_order_mark(self):
        text = "\ufeffhttps://example.org/a"
        for engine in (self.engine, linkspan.Engine(rules=["X => https://x.example/"])):
            link, = engine.find(text)
            self.assertEqual(text[link.start:link.end], "https://example.org/a")

    def test_empty(self):
        self.assertEqual(self.engine.find(""), [])
        self.assertEqual(self.engine.find(b""), [])

    def test_huge(self):
        for character in ("x", "é", "漢", "😀"):
            text = character * 20_000_000 + " https://example.org/a"
            link, = self.engine.find(text)
            self.assertEqual(text[link.start:link.end], "https://example.org/a")

    def test_long_link_is_cut(self):
        text = "https://example.org/" + "a" * 100_000
        link, = linkspan.Engine(max_link_bytes=1000).find(text)
        self.assertEqual((link.end, link.ended_by), (1000, "limit"))

    def test_subclass_of_str(self):
        class Text(str):
            pass

        self.assertEqual(len(self.engine.find(Text("https://example.org/a"))), 1)

    def test_bytes_have_offsets_in_bytes(self):
        data = "é https://example.org/é.".encode()
        for kind in (bytes, bytearray, memoryview):
            link, = self.engine.find(kind(data))
            self.assertEqual(data[link.start:link.end].decode(), "https://example.org/é")

    def test_bytes_in_charsets(self):
        text = "См. https://пример.рф/страница."
        for charset in ("utf-8", "utf-16", "koi8-r", "windows-1251"):
            data = text.encode(charset)
            for name in (charset, "auto"):
                link, = self.engine.find(data * (1 if name == charset else 1), charset=name)
                self.assertEqual(link.text, "https://пример.рф/страница")
                if charset != "utf-16":
                    self.assertEqual(data[link.start:link.end].decode(charset), link.text)


def plain_encoder_as_well():
    """Runs all tests again with the plain encoder."""
    if os.environ.get("LINKSPAN_CPU") != "portable":
        environment = {**os.environ, "LINKSPAN_CPU": "portable"}
        sys.exit(subprocess.run([sys.executable, __file__], env=environment, check=False).returncode)


if __name__ == "__main__":
    result = unittest.main(argv=sys.argv[:1], exit=False).result
    if not result.wasSuccessful():
        sys.exit(1)
    plain_encoder_as_well()
