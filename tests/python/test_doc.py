# SPDX-License-Identifier: Apache-2.0
"""Promise: every public function and class has a docstring, and the examples in them and in the
README give the results that they show."""

import doctest
import inspect
import unittest

import support

support.need("numpy", "pandas")

import linkspan
import linkspan._columns
import linkspan._core
import linkspan._engine
import linkspan.corpus
import linkspan.iri
import linkspan.mail
import linkspan.pandas

MODULES = [linkspan, linkspan._engine, linkspan._columns, linkspan.corpus, linkspan.iri, linkspan.mail, linkspan.pandas]
KNOWN = {"linkspan": linkspan, "iri": linkspan.iri, "checksum": linkspan.corpus.checksum, "record_of": linkspan.corpus.record_of}
HANDED_ON = [linkspan.Link, linkspan.Error]  # C++ classes, which doctest does not find


class Documentation(unittest.TestCase):
    def test_examples(self):
        finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
        found = [test for module in MODULES for test in finder.find(module, extraglobs=KNOWN)]
        for each in HANDED_ON:
            found += finder.find(each, each.__name__, module=False, globs=dict(KNOWN))
        examples = sum(len(test.examples) for test in found)
        for test in found:
            runner.run(test)
        self.assertEqual(runner.failures, 0)
        self.assertGreater(examples, 80)

    def test_examples_of_the_readme(self):
        readme = support.SOURCE_TREE / "tools" / "python" / "README.md"
        failures, examples = doctest.testfile(str(readme), module_relative=False)
        self.assertEqual(failures, 0)
        self.assertGreater(examples, 5)

    def test_all_is_documented(self):
        bare = []
        for holder in [*MODULES, *HANDED_ON, linkspan.Engine, linkspan.Stream, linkspan.Columns, linkspan.StringColumn]:
            for name, member in vars(holder).items():
                ours = getattr(member, "__module__", "").startswith("linkspan") or isinstance(member, property)
                if not name.startswith("_") and ours and not inspect.getdoc(member):
                    bare.append(f"{holder.__name__}.{name}")
        self.assertEqual(bare, [])


if __name__ == "__main__":
    support.main()
