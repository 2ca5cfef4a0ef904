# SPDX-License-Identifier: Apache-2.0
# The links that linkspan finds, as hints of kitty (docs/pick.md):
#
#   map kitty_mod+l kitten hints --customize-processing /usr/share/linkspan/kitty_hints.py
#
# kitty fills each row of the screen with NUL and ends one that is wrapped with CR: they are left out, so that a wrapped link
# is one. Guarded by tests/terminals.py.
import json
import subprocess


def mark(text, args, Mark, extra_cli_args, *_):
    kept = [i for i, c in enumerate(text) if c not in '\0\r']
    bare = ''.join(text[i] for i in kept)
    command = ['linkspan', 'scan', '--from', 'text', '--charset', 'utf-8', '--to', 'jsonl', '--offsets', 'codepoints', *extra_cli_args, '-']
    found = subprocess.run(command, input=bare, encoding='utf-8', stdout=subprocess.PIPE, check=True).stdout
    for index, line in enumerate(found.splitlines()):
        link = json.loads(line)
        yield Mark(index, kept[link['start']], kept[link['end'] - 1] + 1, link['uri'], {})
