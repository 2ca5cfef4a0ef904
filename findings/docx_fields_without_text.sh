#!/bin/sh
# The text of a simple field (w:fldSimple, which Word writes for links, cross references and dates) and text that was inserted while
# changes are tracked (w:ins):
#   PyPI python-docx 1.2.0: `Paragraph.text` has neither, and `Paragraph.hyperlinks` has no link of a field
#   PyPI mammoth 1.11.0: has the inserted text, and drops the field with its text and its link; a message names the element
# So a corpus of texts that was made with one of them has sentences without their links.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q python-docx==1.2.0 mammoth==1.11.0
"$work/venv/bin/python" - <<'END'
import io
import sys
import docx
import mammoth
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
document = docx.Document()
paragraph = document.add_paragraph("see ")
w = nsdecls("w")
paragraph._p.append(parse_xml(f'<w:ins {w} w:id="1" w:author="a"><w:r><w:t>inserted </w:t></w:r></w:ins>'))
paragraph._p.append(parse_xml(f'<w:fldSimple {w} w:instr="HYPERLINK &quot;https://example.org/&quot;"><w:r><w:t>field</w:t></w:r></w:fldSimple>'))
paragraph.add_run(" end")
file = io.BytesIO()
document.save(file)
read = docx.Document(file).paragraphs[0]
seen = [read.text, [link.url for link in read.hyperlinks], mammoth.convert_to_html(file).value]
print(*seen, sep="\n")
sys.exit(0 if seen == ["see  end", [], "<p>see inserted  end</p>"] else 1)
END
