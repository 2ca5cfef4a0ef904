# SPDX-License-Identifier: Apache-2.0
"""Promise: find_columns, which skips texts without a link character, finds the links of find, which skips
none: in the corpora, in the public texts, and in texts of link characters and similar characters.

    test_prefilter.py DATA

Tests the version for this CPU and, in another process, the portable version.
"""

import itertools
import os
import pathlib
import random
import subprocess
import sys
import unittest

import support

support.need("numpy")

import linkspan

DATA = pathlib.Path(sys.argv[1]) / "text"
PROFILES = ("prose", "code", "uts58", "strict")
# Link characters, their neighbours in Unicode, and characters before and after them.
DECISIVE = [*":@./-\\&;\x1b", "\\x2e", "&#64;", "\x1b[m", *"\u3001\u3002\u3003\uff0d\uff0e\uff0f\uff60\uff61\uff62", "\x1f", " ", "!", "\xa0", "a", "1", "é", "漢",
            "\ud800", "\udfff", "😀", "http:", "mailto:", "//", "a.example", "例え", "x@"]
FILLS = ["", "x", "é", "ж", "漢", "😀", "\ud83d"]


def engines():
    for profile in PROFILES:
        yield linkspan.Engine(profile)
    yield linkspan.Engine(bare_domains=False)
    yield linkspan.Engine(email=False, schemes="+about,+urn")


def public_lines():
    files = sorted(path for path in DATA.rglob("*") if path.suffix in (".txt", ".md"))
    for path in files:
        yield path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()


class Prefilter(unittest.TestCase):
    def check(self, engine, texts):
        """Compares the results, with each text after one without links, so that none is left unchecked."""
        texts = list(texts)
        found = engine.find_columns(list(itertools.chain.from_iterable(("nichts", text) for text in texts)), ["text"])
        expected = [(2 * row + 1, link.start, link.end) for row, text in enumerate(texts) for link in engine.find(text)]
        got = list(zip(found.row.tolist(), found.start.tolist(), found.end.tolist()))
        if got != expected:
            row = min(set(got) ^ set(expected))[0] // 2
            self.fail(ascii(texts[row]))
        return len(expected)

    def test_corpus(self):
        for engine in engines():
            self.assertGreater(self.check(engine, support.corpus_lines()), 500)

    def test_public_texts(self):
        if not DATA.is_dir():
            return  # reported below
        links = sum(self.check(linkspan.Engine(), lines) for lines in public_lines())
        self.assertGreater(links, 10_000)

    def test_every_place_of_a_link(self):
        """Pieces after and before every number of characters up to three registers, in every storage."""
        for link in ("urn:a", "a@b.example", "www.example.org", "www。example。org", "例え．テスト"):
            for profile in PROFILES:
                engine = linkspan.Engine(profile)
                texts = [f"{fill * before} {link}{' ' + fill * after if after else ''}"
                         for fill in FILLS for before in range(100) for after in (0, 1, 2, 7, 40)]
                self.check(engine, texts)

    def test_short_texts(self):
        """All texts of up to three pieces."""
        texts = ["".join(pieces) for count in range(4) for pieces in itertools.product(DECISIVE, repeat=count)]
        for engine in engines():
            self.check(engine, texts)

    def test_random_texts(self):
        choose = random.Random(31)
        for engine in engines():
            texts = []
            for _ in range(20_000):
                fill = choose.choice(FILLS)
                pieces = [fill * choose.randrange(70) if choose.randrange(2) else choose.choice(DECISIVE) for _ in range(8)]
                texts.append("".join(pieces))
            self.check(engine, texts)

    def test_after_many_links(self):
        """Checking stops where it does not save time, and starts again later."""
        texts = ["https://é.example/"] * 100 + ["é"] * 100 + ["http://漢.example/"] * 50
        for threads in (1, 2):
            rows = linkspan.Engine().find_columns(texts * 3, threads=threads).row.tolist()
            self.assertEqual(rows, [i for i, text in enumerate(texts * 3) if len(text) > 1])

    def test_rules_of_ones_own_need_no_link_character(self):
        engine = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
        self.assertEqual(engine.find_columns(["é BUG-17"], ["text"])["text"].to_list(), ["BUG-17"])


def portable_as_well():
    if os.environ.get("LINKSPAN_CPU") != "portable":
        environment = {**os.environ, "LINKSPAN_CPU": "portable"}
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=environment, check=False).returncode)


if __name__ == "__main__":
    if not unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful():
        sys.exit(1)
    portable_as_well()
    if not DATA.is_dir():
        support.skip(f"{DATA} is missing; the other texts were read")
