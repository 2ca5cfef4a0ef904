#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Promise: tools/terminals/kitty_hints.py marks the links of a screen as kitty gives it, also wrapped ones, with the URI to open;
# and kitty, where it is installed, takes the file.
#
#   tests/terminals.py SOURCE_DIR LINKSPAN
import collections
import os
import runpy
import sys

source, linkspan = sys.argv[1:]
os.environ['PATH'] = os.path.dirname(linkspan) + os.pathsep + os.environ['PATH']
mark = runpy.run_path(os.path.join(source, 'tools', 'terminals', 'kitty_hints.py'))['mark']
Mark = collections.namedtuple('Mark', 'index start end text groupdict')

COLUMNS = 20


def screen(*lines):
    """The text that kitty 0.26 (kittens/hints/main.py, convert_text) makes of lines."""
    rows = []
    for line in lines:
        parts = [line[i:i + COLUMNS] for i in range(0, len(line), COLUMNS)] or ['']
        rows.append('\r'.join(part + '\0' * (COLUMNS - len(part)) for part in parts))
    return '\n'.join(rows)


text = screen('see straße.de/eins/über.', '', 'a https://example.org/wrapped/over/rows b', 'me@example.org')
found = list(mark(text, None, Mark, []))
assert [(one.index, one.text) for one in found] == [
    (0, 'http://xn--strae-oqa.de/eins/%C3%BCber'), (1, 'https://example.org/wrapped/over/rows'), (2, 'mailto:me@example.org')], found
assert text[found[0].start:found[0].end] == 'straße.de/eins/ü\rber', found
assert text[found[1].start:found[1].end].replace('\r', '') == 'https://example.org/wrapped/over/rows', found
assert text[found[2].start:found[2].end] == 'me@example.org', found
assert list(mark(screen('nothing'), None, Mark, [])) == []
assert [one.text for one in mark(screen('a.org b.org'), None, Mark, ['--exclude-host', 'a.org'])] == ['http://b.org']
