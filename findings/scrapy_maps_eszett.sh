#!/bin/sh
# PyPI Scrapy 2.19.0 (w3lib 2.5.0) maps hosts by IDNA 2003 (Python's codec `idna`), where ß is ss and ς is σ, which are other domains:
#   a link to http://faß.example/ is followed to http://fass.example/
# requests 2.32.5, httpx 0.28.1 and yarl 1.25.1 ask xn--fa-hia.example, as browsers do (UTS #46, not transitional).
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q scrapy==2.19.0 w3lib==2.5.0 requests==2.32.5 httpx==0.28.1 yarl==1.25.1
"$work/venv/bin/python" - <<'END'
import sys
import httpx
import requests
import yarl
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor
page = HtmlResponse("https://example.org/", body='<a href="http://faß.example/">x</a>', encoding="utf-8")
url = "http://faß.example/"
seen = {
    "LinkExtractor": [link.url for link in LinkExtractor().extract_links(page)][0],
    "scrapy.Request": Request(url).url,
    "requests": requests.Request("GET", url).prepare().url,
    "httpx": str(httpx.URL(url).raw_host, "ascii"),
    "yarl": yarl.URL(url).raw_host,
}
for name, value in seen.items():
    print(name, value)
expected = ["http://fass.example/", "http://fass.example/", "http://xn--fa-hia.example/", "xn--fa-hia.example", "xn--fa-hia.example"]
sys.exit(0 if list(seen.values()) == expected else 1)
END
