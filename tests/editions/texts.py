#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Hosts or IRIs, one a line: those of the test data first, if there are any, then random ones over all scripts.

    texts.py hosts 2000000 [DATA]
    texts.py iris 1000000 [DATA]

The same arguments give the same lines. Code points that are not assigned are among them, as the editions must agree on those, too.
For tests/editions/compare.py and tools/bench/other_idna.
"""
import json
import os
import random
import re
import sys
import unicodedata
from urllib.parse import quote

dice = random.Random(52)
# 128 neighbours are of one script, for the most part.
BLOCKS = [[chr(c) for c in range(start, start + 128)] for start in range(0x80, 0x34000, 128) if not 0xD800 <= start < 0xF900]
LETTERS = [letters for block in BLOCKS if (letters := [c for c in block if unicodedata.category(c)[0] in 'LMN'])]
SPECIAL = ('xn-- - . \u3002 \uff0e \u200c \u200d ß ς \u0301 \u0308 \u0327 1 \u0661 \u06f1 ・ · l \u0375 \u05f3 \u094d \u00ad _ \u202e ẞ \ufe0f '
           '😀 \u0345 \U00010d4a \u1c8a \U00032931 \ufb01 \u0130 \uac00 \u1100 \u1161 \u11a8 ʿ \u2212 \u2010 %41 %C3%A9').split(' ')
ENDS = ['', '.com', '.example', '.рф', '.ru', '.jp', '.tr', '.eu', '.中国']
CHARSETS = ['shift_jis', 'euc_jp', 'gb18030', 'big5', 'euc_kr', 'latin1', 'cp1251', 'koi8_r', 'iso8859_7', 'cp1255', 'cp1256', 'tis_620']
ASCII = 'abcdefghijklmnopqrstuvwxyz0123456789-'


def some(characters, most):
    return ''.join(dice.choice(characters) for _ in range(dice.randint(1, most)))


def label():
    form = dice.random()
    if form < 0.12:
        return some(ASCII, 10)
    if form < 0.16:
        return some(SPECIAL, 4)
    if form < 0.2:
        return 'xn--' + some(ASCII, 9)
    text = some(dice.choice(LETTERS), 6)
    if form < 0.35:
        return text + dice.choice(SPECIAL)
    if form < 0.45:
        at = dice.randint(0, len(text))
        return text[:at] + dice.choice(SPECIAL) + text[at:]
    if form < 0.55:
        return text + some(dice.choice(LETTERS), 3)
    if form < 0.65:
        return text + dice.choice(dice.choice(BLOCKS))
    if form < 0.78:
        return 'xn--' + text.lower().encode('punycode').decode('ascii')
    return text.upper() if form < 0.83 else text


def host():
    return '.'.join(label() for _ in range(dice.choice((1, 2, 2, 3)))) + dice.choice(ENDS)


def piece():
    form = dice.random()
    if form < 0.3:
        return some('abcdefghijklmnop~-._!()', 8)
    text = some(dice.choice(LETTERS), 5)
    if form < 0.45:
        return text + dice.choice(SPECIAL)
    if form < 0.55:
        return text + dice.choice(dice.choice(BLOCKS))
    if form < 0.8:
        return quote(text)
    if form < 0.95:
        return quote(text.encode(dice.choice(CHARSETS), 'ignore'))
    return ''.join(f'%{dice.randint(0x80, 255):02X}' for _ in range(dice.randint(1, 4)))


def iri():
    scheme = dice.choice(['https', 'https', 'http', 'ftp', 'mailto', 'urn', 'ws', 'x-a'])
    tail = ''.join(dice.choice(['/', '/', '.', '?', '#', '&', '=', '@', ':', '']) + piece() for _ in range(dice.randint(0, 5)))
    if scheme == 'mailto':
        return f'mailto:{piece()}@{host()}' + dice.choice(['', '?subject=' + piece()])
    if scheme == 'urn':
        return f'urn:{some(ASCII, 6)}:{piece()}{tail}'
    user = dice.choice(['', '', '', piece() + '@', f'{piece()}:{piece()}@'])
    port = dice.choice(['', '', '', ':80', ':8080', ':'])
    address = host() if dice.random() < 0.9 else dice.choice(['127.1', '0x7f.1', '[::1]', '[1:0:0:2::3]', '[v1.a]', '1.2.3.4', '[::ffff:1.2.3.4]'])
    return f'{scheme}://{user}{address}{port}{tail}'


def of_data(folder):
    """Texts of the test data: the strings of its JSON, and what begins like a link in its texts."""
    found = set()
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), encoding='utf-8', errors='replace') as file:
                text = file.read()
            if name.endswith(('.json', '.jsonl')):
                for quoted in re.findall(r'"(?:[^"\\]|\\.)*"', text):
                    try:
                        found.add(json.loads(quoted))
                    except ValueError:
                        pass
            found.update(re.findall(r'[a-z][a-z0-9+.-]*:[^\s<>"]{2,300}', text))
    texts = (text.encode('utf-8', 'replace').decode() for text in found)
    return sorted(text for text in texts if text and not re.search('[\n\r\0]', text) and len(text) < 2000)


def host_of(text):
    authority = re.match(r'(?:[a-zA-Z][a-zA-Z0-9+.-]*:)?//(?:[^/?#]*@)?([^/?#:]+)', text)
    if authority:
        return authority.group(1)
    return text if len(text) < 300 and not re.search(r'[\s/?#@:\[\]]', text) else ''


def main():
    kind, count = sys.argv[1], int(sys.argv[2])
    sys.stdout.reconfigure(encoding='utf-8')
    known = of_data(sys.argv[3]) if len(sys.argv) > 3 else []
    if kind == 'hosts':
        known = sorted({host_of(text) for text in known} - {''})
    print(f'{min(len(known), count)} of {count} are of the data', file=sys.stderr)
    for text in known[:count]:
        print(text)
    make = host if kind == 'hosts' else iri
    for _ in range(count - len(known)):
        print(make())


if __name__ == '__main__':
    main()
