#!/bin/sh
# PyPI warcio 1.7.5: a .warc.gz that ends in the middle of a record (a download that broke off) is read without an error: the last record
# has fewer bytes than its Content-Length, or none. `gzip -t` says "unexpected end of file". Who counts links in a crawl has to compare
# `Content-Length` with what `content_stream()` gives.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install -q warcio==1.7.5
venv/bin/python - <<'END'
import io
import random
import sys
from warcio.archiveiterator import ArchiveIterator
from warcio.warcwriter import WARCWriter
random.seed(1)
whole = io.BytesIO()
writer = WARCWriter(whole, gzip=True)
for number in range(2):
    body = " ".join(f"https://example.org/{random.random()}" for _ in range(500)).encode()
    record = writer.create_warc_record(f"http://example.org/{number}", "resource", payload=io.BytesIO(body), warc_content_type="text/plain")
    writer.write_record(record)
cut = whole.getvalue()[:-2000]
open("cut.warc.gz", "wb").write(cut)
seen = [(int(record.rec_headers.get_header("Content-Length")), len(record.content_stream().read())) for record in ArchiveIterator(io.BytesIO(cut))]
print("declared and read:", seen)
sys.exit(0 if len(seen) == 2 and seen[0][0] == seen[0][1] and 0 < seen[1][1] < seen[1][0] else 1)
END
if gzip -t cut.warc.gz 2>/dev/null; then exit 1; fi
