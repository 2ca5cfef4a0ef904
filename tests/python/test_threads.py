# SPDX-License-Identifier: Apache-2.0
"""Promise: eight threads may use one Engine in every way at once, and each gets what it gets alone;
other threads run while a long text is searched."""

import threading
import time
import unittest

import support

import linkspan
import linkspan.mail

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


class Threads(unittest.TestCase):
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
        """A thread that counts gets on while a text of some seconds' work is searched."""
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
