# SPDX-License-Identifier: Apache-2.0
"""Promise: every cell of docs/corpora.ipynb runs, and prints the results in its text; the file has no outputs."""

import re
import unittest

import support

support.need("nbclient", "nbformat", "ipykernel", "pandas", "dask.bag", "dask.dataframe", "distributed")

import nbclient
import nbformat

NOTEBOOK = support.SOURCE_TREE / "docs" / "corpora.ipynb"


def text_of(cell):
    """The output of a cell, and its value."""
    outputs = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in cell.outputs
               if output.get("name") != "stderr"]
    return "\n".join(outputs)


class Notebook(unittest.TestCase):
    def test_cells(self):
        notebook = nbformat.read(NOTEBOOK, as_version=4)
        self.assertEqual([cell.source for cell in notebook.cells if cell.get("outputs")], [], "outputs are not kept")
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3",
                                resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
        texts = [text_of(cell) for cell in notebook.cells if cell.cell_type == "code"]
        self.assertRegex(texts[0], r"^[1-9]\d* links in [1-9]\d+ characters\n\d+ \d+ (url|email) ")
        self.assertRegex(texts[1], r"^[1-9]\d+ links\n\w+\.md \d+ ")
        self.assertRegex(texts[4], r"(?m)^example\.com +[1-9]\d*$")
        dask = re.match(r"(\d+) of (\d+) parts, (\d+) links, 0 errors", texts[6])
        self.assertEqual(dask.group(1), dask.group(2))
        self.assertEqual(dask.group(3), texts[1].split()[0], "the links of the columns")
        self.assertEqual(texts[7], "True")
        self.assertTrue(texts[8].startswith("True\n"), texts[8])


if __name__ == "__main__":
    support.main()
