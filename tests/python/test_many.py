# SPDX-License-Identifier: Apache-2.0
"""Promise: for many texts, the links are those of each text alone, for any container and number of threads;
a list may be changed by another thread while it is read."""

import threading
import unittest

import support

import linkspan

ENGINE = linkspan.Engine()
LINES = support.corpus_lines()
EXPECTED = [ENGINE.find(line) for line in LINES]


class Many(unittest.TestCase):
    def test_corpus(self):
        self.assertGreater(sum(map(len, EXPECTED)), 3000)
        for threads in (1, 2, 7):
            self.assertEqual(ENGINE.find_many(LINES, threads=threads), EXPECTED)

    def test_what_holds_the_texts(self):
        lines, expected = LINES[:500], EXPECTED[:500]
        for texts in (lines, tuple(lines), iter(lines), (line for line in lines)):
            self.assertEqual(ENGINE.find_many(texts, threads=2), expected)
        self.assertEqual(ENGINE.find_many({"https://a.example/": 1}.keys())[0][0].host, "a.example")

    def test_none_and_empty(self):
        self.assertEqual(ENGINE.find_many([]), [])
        self.assertEqual(ENGINE.find_many(["", ""], threads=5), [[], []])
        self.assertEqual(len(ENGINE.find_columns([])), 0)

    def test_more_than_a_batch(self):
        texts = [f"{number} https://example.org/{number}" for number in range(30_000)]
        for threads in (1, 3):
            found = ENGINE.find_many(texts, threads=threads)
            self.assertEqual([links[0].path for links in found], [f"/{number}" for number in range(30_000)])

    def test_rules(self):
        engine = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
        texts = ["é BUG-7 and https://a.example/", "BUG-8", "none"]
        expected = [[("BUG-7", "https://b.example/7"), ("https://a.example/", "https://a.example/")],
                    [("BUG-8", "https://b.example/8")], []]
        for threads in (1, 2):
            found = engine.find_many(texts, threads=threads)
            self.assertEqual([[(link.text, link.uri) for link in links] for links in found], expected)
        self.assertEqual([engine.contains(text) for text in texts], [True, True, False])
        self.assertEqual(engine.find_columns(texts, ["text", "rule"])["rule"].to_list(),
                         [r"BUG-(\d+)", None, r"BUG-(\d+)"])
        link = engine.find(texts[0])[0]
        self.assertEqual((texts[0][link.start:link.end], link.kind, link.form), ("BUG-7", "custom", "rule"))

    def test_contains(self):
        self.assertEqual([ENGINE.contains(line) for line in LINES], [bool(links) for links in EXPECTED])

    def test_a_list_that_changes(self):
        texts = ["https://example.org/a"] * 50_000
        done = threading.Event()

        def change():
            while not done.is_set():
                del texts[100:]
                texts.extend(f"https://example.org/{number}" for number in range(40_000))

        changer = threading.Thread(target=change)
        changer.start()
        try:
            for _ in range(10):
                for links in ENGINE.find_many(texts, threads=2):
                    self.assertEqual(links[0].host, "example.org")
                ENGINE.find_columns(texts)
        finally:
            done.set()
            changer.join()


if __name__ == "__main__":
    support.main()
