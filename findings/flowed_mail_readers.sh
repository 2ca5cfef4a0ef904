#!/bin/sh
# Flowed text (RFC 3676) of a mail, as two libraries give it:
#   npm postal-mime 4.0.0 joins lines before it looks at quote marks: of a quoted link that DelSp=yes broke over two lines it makes
#     `https://example.org/aaaa/> bbbb` (4.5: they are taken away first)
#   npm mailparser 3.14.2 knows quotes, but keeps the space of a stuffed line that continues one: `https://example.org/aaaa/ bbbb` (4.4)
#   both take a paragraph whose last line is empty and the next paragraph for one, without DelSp (4.1: a line without a space at its end ends a
#     paragraph, and an empty line is one)
# So a link in a mail ends early, or late, depending on who reads it.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent mailparser@3.14.2 postal-mime@4.0.0 >/dev/null 2>&1
cat > check.mjs <<'END'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
const seen = [];
for (const [delsp, ...lines] of [
  ['yes', '> see https://example.org/aaaa/ ', '> bbbb now'],
  ['yes', 'see https://example.org/aaaa/ ', ' bbbb now'],
  ['no', 'see https://example.org/aaaa ', '', 'Regards'],
]) {
  const mail = ['From: a@example.org', 'To: b@example.org', 'Subject: x', 'MIME-Version: 1.0',
    `Content-Type: text/plain; charset=utf-8; format=flowed; delsp=${delsp}`, '', ...lines, ''].join('\r\n');
  const parsed = (await simpleParser(mail)).text;
  const postal = (await PostalMime.parse(mail)).text.trimEnd();
  console.log(JSON.stringify(lines), '\n  mailparser ', JSON.stringify(parsed), '\n  postal-mime', JSON.stringify(postal));
  seen.push(parsed, postal);
}
const expected = ['> see https://example.org/aaaa/bbbb now', '> see https://example.org/aaaa/> bbbb now',
  'see https://example.org/aaaa/ bbbb now', 'see https://example.org/aaaa/bbbb now',
  'see https://example.org/aaaa Regards', 'see https://example.org/aaaa Regards'];
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
END
node check.mjs
