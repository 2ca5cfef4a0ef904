# SPDX-License-Identifier: Apache-2.0
"""Promise: a stream gives the links of the whole text, wherever the chunks are cut."""

import random
import unittest

import support

import linkspan

RULES = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
TEXTS = [
    "\ufeffé see https://example.org/ü, <https://example.org/a\nb> or lena@example.net. 😀 地図は「https://example.jp/会場/地図」です。",
    "\ud800x https://example.org/\udfff BUG-17 www.example.org",
    "",
    "https://example.org/a",
]


def in_chunks(stream, text, size):
    links = []
    for begin in range(0, len(text), size):
        links += stream.feed(text[begin:begin + size])
    return links + stream.finish()


class Streams(unittest.TestCase):
    def test_cut_everywhere(self):
        for engine in (linkspan.Engine(), RULES):
            stream = engine.stream()  # reused for many texts
            for text in TEXTS:
                for size in range(1, 40):
                    self.assertEqual(in_chunks(stream, text, size), engine.find(text))

    def test_cut_bytes_everywhere(self):
        for engine in (linkspan.Engine(), RULES):
            for charset in ("utf-8", "utf-16-le", "koi8-r"):
                data = "№ https://example.org/а, BUG-1 лена@пример.рф".encode(charset, "replace")
                stream = engine.stream(charset)
                for size in range(1, 20):
                    self.assertEqual(in_chunks(stream, data, size), engine.find(data, charset=charset))

    def test_corpus_at_random(self):
        choose = random.Random(5)
        engine = linkspan.Engine()
        for path in support.corpus_files():
            text = path.read_text(encoding="utf-8", errors="surrogateescape")
            stream, links, begin = engine.stream(), [], 0
            while begin < len(text):
                end = begin + choose.randrange(1, 200)
                links += stream.feed(text[begin:end])
                begin = end
            self.assertEqual(links + stream.finish(), engine.find(text), path.name)

    def test_links_come_early(self):
        stream = linkspan.Engine().stream()
        self.assertEqual(len(stream.feed("see https://example.org/ and\n")), 1)

    def test_buffers(self):
        for kind in (bytes, bytearray, memoryview):
            stream = linkspan.Engine().stream("utf-8")
            self.assertEqual(len(stream.feed(kind(b"https://example.org/ ")) + stream.finish()), 1)


if __name__ == "__main__":
    support.main()
