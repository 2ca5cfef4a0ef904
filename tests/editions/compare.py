#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: hosts and IRIs have one URI, one display form and the same warnings in every edition.

    compare.py BUILD SOURCE HOSTS IRIS [DATA]      numbers of lines, of texts.py

The C++ library is compared with the library without ICU, the C interface, the Python package and linkspan/full of npm. Each edition is one
process that reads all lines. One that is not built is named and left out. Exit status: 0 no difference, 1 differences, 77 only one is built.
"""
import glob
import os
import subprocess
import sys
import tempfile

BUILD, SOURCE = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON_EDITION = r"""
import sys
from linkspan import Error, iri
def form(make, text):
    try:
        return make(text).encode()
    except Error as error:
        return b'E%d' % len(text[:error.position].encode())
for line in sys.stdin.buffer:
    text = line[:-1].decode()
    warnings = ''.join(f'{found.warning}@{len(text[:found.start].encode())}-{len(text[:found.end].encode())} ' for found in iri.diagnose(text))
    sys.stdout.buffer.write(b'%s\t%s\t%s\n' % (form(iri.to_uri, text), form(iri.display, text), warnings.encode()))
"""


def editions():
    """Name, what must be built for it, its command and its environment."""
    package = os.path.join(SOURCE, 'build/npm_package')
    python_module = (glob.glob(os.path.join(BUILD, 'python/linkspan/_core*.so')) or [''])[0]
    yield 'library', f'{BUILD}/bin/editions_library', [f'{BUILD}/bin/editions_library'], {}
    without_icu = os.path.join(SOURCE, 'build/without_icu/bin/editions_library')
    yield 'library without ICU', without_icu, [without_icu], {}
    yield 'C', f'{BUILD}/bin/editions_interface', [f'{BUILD}/bin/editions_interface'], {}
    yield 'Python', python_module, [sys.executable, '-c', PYTHON_EDITION], {'PYTHONPATH': f'{BUILD}/python'}
    yield 'linkspan/full', f'{package}/full', ['node', f'{HERE}/full.mjs', package], {}


def records_of(edition, texts, folder):
    """The file with its records."""
    name, _, command, environment = edition
    path = os.path.join(folder, name.replace('/', '_'))
    with open(texts, 'rb') as given, open(path, 'wb') as out:
        subprocess.run(command, stdin=given, stdout=out, env={**os.environ, **environment}, check=True)
    return path


def count_differences(kind, texts, name, first, second):
    wrong = lines = 0
    with open(texts, 'rb') as inputs, open(first, 'rb') as left, open(second, 'rb') as right:
        for text, one, other in zip(inputs, left, right):
            lines += 1
            if one == other:
                continue
            wrong += 1
            if wrong <= 10:
                print(f'  {kind} {text.decode()[:-1]!a}\n    library: {one.decode()[:-1]!a}\n    {name}: {other.decode()[:-1]!a}')
        ended = left.read(1) == right.read(1) == inputs.read(1) == b''
    if not ended:
        print(f'  {name}: {lines} records, and then not as many')
    print(f'{name}: {lines} {kind}, {wrong} differences')
    return wrong + (0 if ended else 1)


def main():
    present = []
    for edition in editions():
        if edition[1] and os.path.exists(edition[1]):
            present.append(edition)
        else:
            print(f'{edition[0]}: skipped, not built')
    if len(present) < 2 or present[0][0] != 'library':
        return 77
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, count in (('hosts', sys.argv[3]), ('iris', sys.argv[4])):
            texts = os.path.join(folder, kind)
            with open(texts, 'wb') as out:
                made = subprocess.run([sys.executable, f'{HERE}/texts.py', kind, count, *sys.argv[5:]], stdout=subprocess.PIPE, check=True).stdout
                out.write(b''.join(b'http://%s/\n' % host for host in made[:-1].split(b'\n')) if kind == 'hosts' else made)
            first = records_of(present[0], texts, folder)
            for edition in present[1:]:
                second = records_of(edition, texts, folder)
                wrong += count_differences(kind, texts, edition[0], first, second)
                os.remove(second)
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
