# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.dask.links() takes a Bag, a DataFrame and files, and has the links of one process.

    test_dask_collections.py DATA
"""

import pathlib
import tempfile
import unittest

import support

support.need("numpy", "pandas", "dask.bag", "dask.dataframe", "distributed")

import dask
import dask.bag
import dask.dataframe
import pandas
from distributed import Client

import linkspan.dask

dask.config.set(scheduler="synchronous")
TEXTS = ["see https://a.example/é", "none", "lena@b.example https://c.example/", "none", "https://d.example/"]


class Collections(unittest.TestCase):
    def test_bag_of_texts(self):
        found = linkspan.dask.links(dask.bag.from_sequence(TEXTS, npartitions=3)).compute()
        self.assertEqual([link["uri"] for link in found], [link.uri for text in TEXTS for link in linkspan.find(text)])
        self.assertEqual(list(found[0]), ["start", "end", "kind", "form", "text", "iri", "uri", "ended_by"])

    def test_bag_of_records(self):
        records = [{"id": number, "body": text} for number, text in enumerate(TEXTS)]
        bag = dask.bag.from_sequence(records, npartitions=2)
        found = linkspan.dask.links(bag, text="body", keep=["id"]).compute()
        self.assertEqual([link["id"] for link in found], [0, 2, 2, 4])

    def test_frame(self):
        whole = pandas.DataFrame({"body": TEXTS, "id": range(5)}, index=list("pqrst"))
        links = linkspan.dask.links(dask.dataframe.from_pandas(whole, npartitions=3), text="body")
        found = links.compute()
        self.assertEqual(found.index.tolist(), ["p", "r", "r", "t"])
        self.assertEqual(found.dtypes.astype(str).tolist(), links.dtypes.astype(str).tolist())
        self.assertEqual(found.uri.tolist(), [link.uri for text in TEXTS for link in linkspan.find(text)])
        with self.assertRaisesRegex(TypeError, "the name of the column"):
            linkspan.dask.links(dask.dataframe.from_pandas(whole, npartitions=1))

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(TEXTS):
                (pathlib.Path(folder) / f"{number}.txt").write_text(text + "\n")
            bag = linkspan.dask.links(f"{folder}/*.txt")
            self.assertEqual(bag.npartitions, 5)
            with Client(processes=False, dashboard_address=None) as client:
                summary = linkspan.dask.links(f"{folder}/*.txt", to=f"{folder}/out", client=client)
                fewer = linkspan.dask.links(f"{folder}/*.txt", to=f"{folder}/fewer", engine=linkspan.Engine("strict"))
                self.assertEqual((summary.parts, summary.links), (1, 4))
                self.assertEqual(fewer.links, len([1 for text in TEXTS for _ in linkspan.Engine("strict").find(text)]))
                with self.assertRaisesRegex(linkspan.corpus.CommandFailed, "another run"):
                    linkspan.dask.links(f"{folder}/*.txt", to=f"{folder}/out", engine=linkspan.Engine("strict"))
            with self.assertRaisesRegex(FileNotFoundError, "no file is named by"):
                linkspan.dask.links(f"{folder}/*.nothing")
            self.assertEqual([link["uri"] for link in bag.compute()], [link.uri for text in TEXTS for link in linkspan.find(text)])

    def test_engine(self):
        bag = dask.bag.from_sequence(TEXTS, npartitions=1)
        found = linkspan.dask.links(bag, engine=linkspan.Engine(email=False)).compute()
        self.assertEqual({link["kind"] for link in found}, {"url"})


if __name__ == "__main__":
    support.main()
