#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the links that linkspan finds in files of a format with those in what an independent reader says that the files hold.

    against.py LINKSPAN FORMAT FILE…      FORMAT: a key of READERS; also `-` for the names of the files, one a line, on standard input

A link is different if one side has it and the other has not. README.md has the results, and explains the differences. Exit status: 0 no
difference, 1 some, 77 the reader is not installed.
"""
import collections
import csv
import json
import os
import subprocess
import sys
import tempfile


def lines_of(values):
    return '\n'.join(value.decode('utf-8', 'replace') if isinstance(value, bytes) else str(value) for value in values)


def calendar(path):
    import icalendar
    with open(path, 'rb') as file:
        for component in icalendar.Calendar.from_ical(file.read(), multiple=True):
            for part in component.walk():
                for _, value in part.property_items(recursive=False):
                    yield value if isinstance(value, str) else value.to_ical() if hasattr(value, 'to_ical') else value
                    yield from getattr(value, 'params', {}).values()


def card(path):
    import vobject
    with open(path, encoding='utf-8', newline='') as file:
        for one in vobject.readComponents(file.read()):
            for line in one.getChildren():
                yield from [line.value] if isinstance(line.value, (str, bytes)) else vars(line.value).values() if hasattr(line.value, '__dict__') else line.value


def ldif(path):
    import ldif3
    with open(path, 'rb') as file:
        for name, entry in ldif3.LDIFParser(file, strict=False).parse():
            yield name
            for values in entry.values():
                yield from values


def po(path):
    import polib
    catalogue = polib.pofile(path)
    yield from catalogue.metadata.values()
    for entry in catalogue:
        yield from (entry.msgid, entry.msgid_plural, entry.msgstr, entry.comment, entry.tcomment, entry.previous_msgid or '', *entry.msgstr_plural.values())


def rtf(path):
    from striprtf.striprtf import rtf_to_text
    with open(path, encoding='latin-1', newline='') as file:
        yield rtf_to_text(file.read(), errors='replace').replace('](', '] ( ')


def table(path, separator=None):
    with open(path, encoding='utf-8', errors='replace', newline='') as file:
        first = file.readline()
        file.seek(0)
        separator = separator or max(',;\t|', key=first.count)
        for row in csv.reader(file, delimiter=separator, quoting=csv.QUOTE_NONE if separator == '\t' else csv.QUOTE_MINIMAL):
            yield from row


def pdf(path):
    import pypdf
    for page in pypdf.PdfReader(path).pages:
        yield page.extract_text()
        for note in page.get('/Annots') or []:
            yield note.get_object().get('/A', {}).get('/URI', '')


def docx(path):
    import docx as word
    document = word.Document(path)
    yield from (part.text for part in document.paragraphs)
    yield from (relation.target_ref for relation in document.part.rels.values() if relation.is_external)


def odt(path):
    from odf import opendocument, teletype, text
    document = opendocument.load(path)
    for kind in (text.P, text.H):
        yield from (teletype.extractText(part) for part in document.getElementsByType(kind))
    yield from (part.getAttribute('href') for part in document.getElementsByType(text.A))


def program(*words):
    return lambda path: [subprocess.run([*words, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout]


# Format of linkspan, reader, and how its answer is read.
READERS = {
    'calendar': ('calendar', calendar, 'text'), 'card': ('calendar', card, 'text'), 'ldif': ('ldif', ldif, 'text'), 'po': ('po', po, 'text'),
    'rtf': ('rtf', rtf, 'text'), 'csv': ('csv', table, 'text'), 'tsv': ('tsv', lambda path: table(path, '\t'), 'text'), 'pdf': ('pdf', pdf, 'text'),
    'docx': (None, docx, 'text'), 'odt': (None, odt, 'text'), 'roff': ('roff', program('groff', '-mandoc', '-Tutf8', '-P-cbou', '-rLL=500n'), 'text'),
    'mdoc': ('roff', program('mandoc', '-Tutf8', '-Owidth=500'), 'text'), 'asciidoc': ('asciidoc', program('asciidoctor', '-S', 'safe', '-e', '-o', '-'), 'html'),
}


def links(linkspan, form, paths):
    """For each path, the IRIs of its links."""
    found = collections.defaultdict(set)
    known = set(paths)
    options = [] if form is None else ['--from', form]
    for begin in range(0, len(paths), 500):
        done = subprocess.run([linkspan, 'scan', '--profile', 'prose', '--to', 'jsonl', *options, *paths[begin:begin + 500]], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False)
        for line in done.stdout.splitlines():
            link = json.loads(line)
            source = link['source']
            found[source if source in known else source.partition(':')[0]].add(link['iri'].removesuffix('/'))  # of a member: a.docx:word/document.xml
    return found


def main():
    linkspan, name, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    if paths == ['-']:
        paths = sys.stdin.read().split('\n')[:-1]
    form, reader, result = READERS[name]
    read, refused = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            try:
                text = lines_of(reader(path))
            except ImportError as error:
                print(f'{name}: skipped: {error}')
                return 77
            except Exception as error:  # the reader's own failure
                refused += 1
                print(f'  {os.path.basename(path)}: the reader refuses it: {str(error)[:100]}')
                continue
            read.append((path, os.path.join(folder, f'{len(read)}.{"html" if result == "html" else "txt"}')))
            with open(read[-1][1], 'w', encoding='utf-8', errors='replace') as file:
                file.write(text)
        ours = links(linkspan, form, [path for path, _ in read])
        theirs = links(linkspan, result, [copy for _, copy in read])
        different = 0
        for path, copy in read:
            if ours[path] != theirs[copy]:
                different += 1
                print(f'  {os.path.basename(path)}: linkspan {sorted(ours[path] - theirs[copy])}, the reader {sorted(theirs[copy] - ours[path])}')
        count = len(set().union(*(((path, link) for link in ours[path]) for path, _ in read)) if read else ())
        with_links = sum(1 for path, copy in read if ours[path] or theirs[copy])
    print(f'{name}: {len(read)} files, {refused} refused, {with_links} with links, {count} links, {different} files differ')
    return 1 if different else 0


if __name__ == '__main__':
    sys.exit(main())
