#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: the `uri` of a link in a page of a legacy charset is what Chromium requests when the link is clicked.

    browser_charsets.py LINKSPAN

`uri` is a URI: the six characters of ASCII that a browser leaves in a query and RFC 3986 does not allow are percent-encoded.

A server on this machine gives the browser 40 pages in 20 charsets and notes what it requests; each page clicks its own links. Exit status: 0
equal, 1 not, 77 Chromium is absent.
"""
import collections
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from urllib.parse import quote, urlsplit

# Label of the WHATWG, codec of Python, letters that the charset has. All lack ☃ but gb18030 and utf-16le.
CHARSETS = [
    ('windows-1250', 'cp1250', 'žluťŁ'), ('windows-1251', 'cp1251', 'дом–№'), ('windows-1252', 'cp1252', 'éü€œ'), ('windows-1253', 'cp1253', 'ΩμέG'),
    ('windows-1254', 'cp1254', 'ışğİ'), ('windows-1255', 'cp1255', 'שלום'), ('windows-1256', 'cp1256', 'سلام'), ('windows-1257', 'cp1257', 'ąžūķ'),
    ('windows-874', 'cp874', 'ไทย'), ('iso-8859-2', 'iso8859_2', 'łąŐ'), ('iso-8859-5', 'iso8859_5', 'Жук'), ('iso-8859-15', 'iso8859_15', 'Š€ÿ'),
    ('koi8-r', 'koi8_r', 'Яма'), ('ibm866', 'cp866', 'Ёлка'), ('shift_jis', 'cp932', '日本ー表ｱ'), ('euc-jp', 'euc_jp', '日本語'),
    ('iso-2022-jp', 'iso2022_jp', '日本語'), ('gb18030', 'gb18030', '中文㐀'), ('big5', 'big5', '中文'), ('euc-kr', 'cp949', '한글똠'),
]
FORMS = ['<meta charset="{label}">', '<meta http-equiv="Content-Type" content="text/html; charset={label}">']
SCRIPT = """<script>
for (const [i, link] of [...document.links].entries()) {
  const frame = document.createElement('iframe');
  frame.name = link.target = 'f' + i;
  document.body.append(frame);
  link.click();
}
</script>"""


def hrefs_of(page, letters):
    references = ''.join(f'&#{ord(c)};' for c in letters)
    return [f'/r/{page}/{letters}?q={letters}#{letters}', f'/r/{page}/2?q=&#9731;{references}&amp;b', f'?r={letters}',
            f"/r/{page}/%C3%A9?%E4 '&quot;\\{letters}", f'//localhost:PORT/r/{page}/5?{letters}']


def make_pages(port):
    pages = {}
    for label, codec, letters in CHARSETS:
        for form in FORMS:
            page = len(pages)
            links = ''.join(f'<a href="{href}">{i}</a>\n' for i, href in enumerate(hrefs_of(page, letters)))
            text = f'<!DOCTYPE html>\n{form.format(label=label)}<title>{letters}</title><body>\n{links}'.replace('PORT', str(port))
            pages[page] = (text + SCRIPT).encode(codec)
    return pages


class Log(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(('127.0.0.1', 0), Handler)
        self.pages = make_pages(self.server_address[1])
        self.requested = collections.defaultdict(set)
        self.expected = sum(len(hrefs_of(0, '')) for _ in self.pages)
        self.done = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, _, page = self.path.partition('?')[0].strip('/').partition('/')
        body = b'<!DOCTYPE html>'
        if kind == 'index':
            body += ''.join(f'<iframe src="/p/{page}"></iframe>' for page in self.server.pages).encode()
        elif kind == 'p' and '?' not in self.path:
            body = self.server.pages[int(page)]
        elif kind in ('p', 'r'):
            uri = re.sub(r'[{}|\\^`]', lambda found: quote(found[0]), self.path)
            self.server.requested[int(page.partition('/')[0])].add(f'//{self.headers["Host"]}{uri}')
            if sum(map(len, self.server.requested.values())) >= self.server.expected:
                self.server.done.set()
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def by_linkspan(linkspan, path, address):
    done = subprocess.run([linkspan, 'scan', '--html', 'links', '--base', address, '--to', 'uri', path], stdout=subprocess.PIPE, check=True)
    parts = (urlsplit(uri) for uri in done.stdout.decode().splitlines())
    return {f'//{part.netloc}{part.path}?{part.query}' for part in parts}


def main():
    browser = shutil.which('chromium')
    if browser is None:
        print('browser_charsets: skipped: there is no Chromium (tools/setup browser)')
        return 77
    server = Log()
    origin = f'http://127.0.0.1:{server.server_address[1]}'
    threading.Thread(target=server.serve_forever, daemon=True).start()
    wrong = links = 0
    with tempfile.TemporaryDirectory() as folder:
        child = subprocess.Popen([browser, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', f'--user-data-dir={folder}/profile',
                                  f'{origin}/index'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not server.done.wait(540):
            print('the browser has not requested all links')
        child.terminate()
        child.wait()
        for page, text in server.pages.items():
            path = os.path.join(folder, f'{page}.html')
            with open(path, 'wb') as file:
                file.write(text)
            ours, theirs = by_linkspan(sys.argv[1], path, f'{origin}/p/{page}'), server.requested[page]
            links += len(theirs)
            if ours != theirs:
                wrong += 1
                print(f'{CHARSETS[page // len(FORMS)][0]}: linkspan {sorted(ours - theirs)}, the browser {sorted(theirs - ours)}')
    print(f'{len(server.pages)} pages in {len(CHARSETS)} charsets, {links} links, {wrong} pages differ')
    return 1 if wrong or links < server.expected else 0


if __name__ == '__main__':
    sys.exit(main())
