#!/bin/sh
# The fragment of a link in a workbook is not in its relationship but in the attribute `location` of the cell's `hyperlink` (ISO/IEC
# 29500-1, 18.3.1.47), as Excel and XlsxWriter 3.2.0 write it. Of https://example.org/page#place
#   npm SheetJS (xlsx 0.18.5): `l.Target` is all of it
#   PyPI openpyxl 3.1.5: `hyperlink.target` is https://example.org/page, and `hyperlink.location` is place
#   npm exceljs 4.4.0: `hyperlink` is https://example.org/page; when the workbook is written again, the fragment and links within the
#   workbook are gone
# So a list of the links of a workbook may lead to the start of each page. linkspan lost the fragment, too (Xml.FieldsOfOfficeAreDestinations).
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q openpyxl==3.1.5 xlsxwriter==3.2.0
cd "$work"
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5
"$work/venv/bin/python" - <<'END'
import sys
import openpyxl
import xlsxwriter
book = xlsxwriter.Workbook("a.xlsx")
sheet = book.add_worksheet()
sheet.write_url("A1", "https://example.org/page#place", string="a page")
sheet.write_url("A2", "internal:Sheet1!A1")
book.close()
link = openpyxl.load_workbook("a.xlsx").active["A1"].hyperlink
print("openpyxl:", link.target, link.location)
sys.exit(0 if (link.target, link.location) == ("https://example.org/page", "place") else 1)
END
cat > read.mjs <<'END'
import excel from 'exceljs';
import sheetjs from 'xlsx';
const book = new excel.Workbook();
await book.xlsx.readFile('a.xlsx');
await book.xlsx.writeFile('b.xlsx');
const links = (name) => {
  const sheet = sheetjs.readFile(name).Sheets.Sheet1;
  return ['A1', 'A2'].map((cell) => sheet[cell].l?.Target ?? null);
};
const seen = [book.worksheets[0].getCell('A1').hyperlink, links('a.xlsx'), links('b.xlsx')];
console.log('ExcelJS, SheetJS, and what ExcelJS has written:', JSON.stringify(seen));
const expected = ['https://example.org/page', ['https://example.org/page#place', '#Sheet1!A1'], ['https://example.org/page', null]];
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
END
node read.mjs
