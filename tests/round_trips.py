#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: `render` shows the same text with the same links as HTML, as Markdown and for terminals.

    round_trips.py html|markdown|browser LINKSPAN SOURCE_DIR DATA_DIR

A small parser of OSC 8 reads the output of `render --to ansi`. It is compared with the HTML output, read by
Python's parser or by a browser's DOM, or with the Markdown output, read by cmark, for each sample of the
corpus, 200 synthetic messages, and 300 random texts of Markdown syntax. Where the data is absent, the
messages are left out, with a line that reports it.

Exit status: 0 equal, 1 not, 77 the parser of that form is not installed.
"""

import html.parser
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # no files in the source tree
import browser_oracle  # noqa: E402

# The result of a parser: lines, each a list of runs [text, URI or None].


def lines_of(runs):
    lines = [[]]
    for text, uri in runs:
        first, *others = text.split("\n")
        for number, part in enumerate([first, *others]):
            if number > 0:
                lines.append([])
            if not part:
                continue
            if lines[-1] and lines[-1][-1][1] == uri:
                lines[-1][-1][0] += part
            else:
                lines[-1].append([part, uri])
    while lines and not lines[-1]:
        lines.pop()
    return lines


def read_ansi(text, is_joined):
    """With `is_joined`, the text between two pieces of a link is part of it, as in HTML."""
    runs, uri, number_of_link, last = [], None, "", None
    parts = re.split(r"\x1b\]8;([^;]*);([^\x1b]*)\x1b\\", text)
    for at in range(0, len(parts), 3):
        if at > 0:
            number_of_link, uri = parts[at - 2], parts[at - 1] or None
        if uri and is_joined and last and last[0] == number_of_link:
            for run in runs[last[1] + 1 :]:
                run[1] = uri
        runs.append([re.sub(r"\x1b\[[0-9;]*m", "", parts[at]), uri])
        if uri:
            last = (number_of_link, len(runs) - 1)
    return lines_of(runs)


class HtmlReader(html.parser.HTMLParser):
    """Blocks with text in them: <p>, <pre>, <h2> and the cells of a heading's table."""

    def __init__(self):
        super().__init__()
        self.runs, self.uri, self.is_in_block, self.after = [], None, False, ""

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.uri = dict(attributes)["href"]
        elif tag == "br":
            self.runs.append(["\n", None])
        if tag in ("p", "pre", "h2", "th", "td"):
            self.is_in_block = True
        self.after = tag

    def handle_endtag(self, tag):
        if tag == "a":
            self.uri = None
        elif tag == "th":
            self.runs.append([": ", None])
        elif tag in ("td", "h2", "pre"):
            self.runs.append(["\n", None])
        elif tag == "p":
            self.runs.append(["\n\n", None])
        if tag in ("p", "pre", "h2", "th", "td"):
            self.is_in_block = False
        if tag != "br":
            self.after = ""

    def handle_data(self, data):
        if self.after in ("pre", "br"):  # a line feed after them is not text
            data = data.removeprefix("\n")
        self.after = ""
        if self.is_in_block:
            self.runs.append([data, self.uri])


def as_cmark(lines):
    """cmark percent-encodes brackets, and does not distinguish an empty line from a line of a space."""
    for line in lines:
        for run in line:
            run[1] = run[1] and run[1].replace("[", "%5B").replace("]", "%5D")
    return [[] if line == [[" ", None]] else line for line in lines]


def read_html(text):
    reader = HtmlReader()
    reader.feed(text)
    reader.close()
    return lines_of(reader.runs)


DOM_READER = r"""
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const after = {th: ': ', td: '\n', h2: '\n', pre: '\n', p: '\n\n'};
function read(node, uri, is_in_block, runs) {
  if (node.nodeType === 3 && is_in_block) runs.push([node.data, uri]);
  if (node.nodeType !== 1) return;
  if (node.localName === 'a') uri = node.getAttribute('href');
  is_in_block = is_in_block || ['p', 'pre', 'h2', 'th', 'td'].includes(node.localName);
  for (const child of node.childNodes) read(child, uri, is_in_block, runs);
  if (node.localName in after) runs.push([after[node.localName], null]);
}
const answer = documents.map(one => {
  const runs = [];
  read(new DOMParser().parseFromString(decoder.decode(bytes(one)), 'text/html').body, null, false, runs);
  return runs;
});
document.getElementById('answer').textContent =
    'BEGIN' + btoa(unescape(encodeURIComponent(JSON.stringify(answer)))) + 'END';
"""


def read_all(form, outputs):
    if form == "browser":
        answers = browser_oracle.ask_browser([one.encode() for one in outputs], DOM_READER)
        return [lines_of(runs) for runs in answers]
    if form == "html":
        return [read_html(one) for one in outputs]
    return [read_html(subprocess.run(["cmark"], input=one.encode(), capture_output=True, check=True).stdout.decode())
            for one in outputs]


PIECES = ["a", "Z", "1", "23", ".", ")", " ", "  ", "\t", "\n", "\n\n", "*", "**", "_", "`", "```", "~~~", "#", "##",
          "-", "---", "+", "=", "===", ">", "<", "<b>", "&", "&amp;", "&#32;", "[", "]", "](x)", "![", "\\", "|", ":",
          "!", "\"", "'", "(", "é", "語", "\u00a0", "\ufeff", "https://example.org/a_b*c", "www.example.org",
          "<https://example.org/>", "bob@example.org", "http://δοκιμή.example/ά_β", "javascript:x(1)", "    x",
          "[a]: /b", "https://example.org/a\\b", "https://example.org/?a=1&lt=2"]


def made_up(folder):
    dice = random.Random(24)
    for number in range(300):
        file = folder / f"{number:03}.txt"
        file.write_text("".join(dice.choice(PIECES) for _ in range(dice.randint(1, 40))), newline="")
        yield file


def inputs(source, data, folder):
    for file in sorted((source / "corpus" / "samples").iterdir()):
        yield file
    messages = sorted((data / "mail" / "synthetic").glob("*.eml"))[:200]
    if not messages:
        print("round_trips: the public mail is absent; only samples and made-up texts were compared")
    yield from messages
    yield from made_up(folder)


def rendered(linkspan, file, form):
    is_mail = file.suffix == ".eml"
    done = subprocess.run([linkspan, "render", "--to", form, "--from", "mail" if is_mail else "text",
                           "--charset", "auto" if is_mail else "utf-8", str(file)], capture_output=True, check=False)
    if done.returncode > 1:
        sys.exit(f"{file}: {done.stderr.decode()}")
    return done.stdout.decode()


def main(form, linkspan, source, data):
    if form == "markdown" and shutil.which("cmark") is None:
        print("round_trips: skipped: cmark is not installed (tools/setup browser)")
        return 77
    if form == "browser" and shutil.which("chromium") is None:
        print("round_trips: skipped: chromium is not installed (tools/setup browser)")
        return 77
    differ = links = 0
    with tempfile.TemporaryDirectory() as folder:
        files = list(inputs(pathlib.Path(source), pathlib.Path(data), pathlib.Path(folder)))
        outputs = [rendered(linkspan, file, "markdown" if form == "markdown" else "html") for file in files]
        for file, actual in zip(files, read_all(form, outputs)):
            expected = read_ansi(rendered(linkspan, file, "ansi"), form != "markdown")
            if file.suffix == ".eml":  # the text between a heading and the message depends on the form
                expected, actual = ([line for line in lines if line] for lines in (expected, actual))
            if form == "markdown":
                expected, actual = as_cmark(expected), as_cmark(actual)
            links += sum(uri is not None for line in expected for _, uri in line)
            if actual != expected:
                differ += 1
                number = next(i for i in range(10**6) if expected[i : i + 1] != actual[i : i + 1])
                print(f"{file}: expected {expected[number : number + 1]}, got {actual[number : number + 1]}")
    print(f"round_trips: {len(files)} texts with {links} pieces of links, {differ} differ as {form}")
    return 1 if differ or links < 100 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
