# SPDX-License-Identifier: Apache-2.0
"""Promise: eight threads may use one Engine at once in every way, with the same results as one thread;
other threads run while a long text is scanned.

LINKSPAN_STRESS_SECONDS in the environment makes the stress test longer than two seconds for each engine.
"""

import os
import random
import sys
import threading
import time
import unittest

import support

support.need("numpy")

import linkspan
import linkspan.mail
from linkspan._columns import ALL_COLUMNS

ENGINE = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
PLAIN = linkspan.Engine()
LINES = support.corpus_lines()[:2000]
LONG = "é ".join(LINES)
MESSAGE = (support.CORPUS / "samples" / "harvest.eml").read_bytes()


def uses():
    """Every way to use an Engine, as functions that return something to compare."""
    def stream(engine):
        made = engine.stream()
        return [link for line in LINES for link in made.feed(line)] + made.finish()

    for engine in (ENGINE, PLAIN):
        yield lambda engine=engine: [engine.find(line) for line in LINES]
        yield lambda engine=engine: engine.find(LONG)
        yield lambda engine=engine: engine.find(LONG.encode(), charset="auto")
        yield lambda engine=engine: engine.find_many(LINES, threads=2)
        yield lambda engine=engine: engine.find_columns(LINES, ["text", "uri"], threads=2)["uri"].to_list()
        yield lambda engine=engine: stream(engine)
        yield lambda engine=engine: engine.linkify_html(LONG)
        yield lambda engine=engine: engine.linkify_html(LONG[:2000], rewrite=lambda link: link.uri + "?a")
        yield lambda engine=engine: list(linkspan.mail.links(MESSAGE, engine))


def streamed(engine, lines, choose):
    """The links of the lines, in chunks that are cut anywhere."""
    stream, text, links, begin = engine.stream(), "\n".join(lines), [], 0
    while begin < len(text):
        end = begin + choose.randrange(1, 200)
        links += stream.feed(text[begin:end])
        begin = end
    return links + stream.finish()


def columns_of(engine, lines, threads):
    found = engine.find_columns(lines, ALL_COLUMNS, threads=threads)
    return [list(found[name]) for name in found.names]


class Stress:
    """Threads that repeatedly choose a way to find links and a part of the lines."""

    WAYS = {
        "find": lambda engine, lines, choose: [engine.find(line) for line in lines],
        "find_many": lambda engine, lines, choose: engine.find_many(lines, threads=choose.choice((1, 3))),
        "find_columns": lambda engine, lines, choose: columns_of(engine, lines, choose.choice((1, 3))),
        "stream": streamed,
    }
    PARTS = [slice(begin, begin + 60) for begin in range(0, 2000, 60)]

    def __init__(self, engine, seconds):
        self.engine, self.wrong, self.runs = engine, [], {way: 0 for way in self.WAYS}
        choose = random.Random(1)
        self.expected = {(way, i): find(engine, LINES[part], choose)
                         for way, find in self.WAYS.items() for i, part in enumerate(self.PARTS)}
        self.start, self.end = threading.Barrier(8), time.monotonic() + seconds

    def work(self, seed):
        choose = random.Random(seed)
        self.start.wait()
        # On a busy machine, some ways had no turn when the time is over.
        while (time.monotonic() < self.end or not all(self.runs.values())) and not self.wrong:
            way, part = choose.choice(list(self.WAYS)), choose.randrange(len(self.PARTS))
            try:
                if self.WAYS[way](self.engine, LINES[self.PARTS[part]], choose) != self.expected[way, part]:
                    self.wrong.append((seed, way, part))
            except BaseException as error:  # noqa: B902: reported by the test
                self.wrong.append((seed, way, part, error))
            self.runs[way] += 1

    def run(self):
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)  # threads of Python take turns 500 times as often
        threads = [threading.Thread(target=self.work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)


class Threads(unittest.TestCase):
    def test_stress(self):
        for engine in (PLAIN, ENGINE):
            stress = Stress(engine, float(os.environ.get("LINKSPAN_STRESS_SECONDS", "2")))
            stress.run()
            self.assertEqual(stress.wrong, [])
            self.assertGreater(min(stress.runs.values()), 0, stress.runs)
            if "LINKSPAN_STRESS_SECONDS" in os.environ:
                print(stress.runs)

    def test_one_engine(self):
        functions = list(uses())
        expected = [function() for function in functions]
        wrong = []

        def work(first):
            for step in range(2 * len(functions)):
                number = (first * 5 + step) % len(functions)
                try:
                    if functions[number]() != expected[number]:
                        wrong.append(number)
                except BaseException as error:  # noqa: B902: reported below
                    wrong.append((number, error))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_others_run_meanwhile(self):
        """A counting thread runs while another scans a text for some seconds."""
        text, counted, done = "see https://example.org/ and more, " * 3_000_000, [0], threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1
                time.sleep(0.001)

        counter = threading.Thread(target=count)
        counter.start()
        before = counted[0]
        PLAIN.contains("x" * 100_000_000 + text[:30])
        PLAIN.find_columns([text] * 3, ["row"])
        during = counted[0] - before
        done.set()
        counter.join()
        self.assertGreater(during, 20)

    def test_a_stream_belongs_to_one_thread(self):
        stream, refused, ready = PLAIN.stream(), [], threading.Event()
        chunk = "see https://example.org/ and more, " * 500_000

        def feed():
            ready.set()
            stream.feed(chunk)

        feeder = threading.Thread(target=feed)
        feeder.start()
        ready.wait()
        while feeder.is_alive():
            try:
                stream.feed("x")
            except RuntimeError as error:
                refused.append(str(error))
        feeder.join()
        self.assertEqual(set(refused), {"the stream is in use by another thread"})


if __name__ == "__main__":
    support.main()
