#!/bin/sh
# `List-Unsubscribe` and its like are angle brackets with URLs in them, each field once in a mail (RFC 2369, 2 and 3). What writers and readers
# make of it:
#   email.message.EmailMessage of Python (3.6 to 3.13) writes a URL that is too long for a line as an encoded word, `=?utf-8?q?=3Chttps=3A//…`,
#     which stands for words in phrases, comments and unstructured text only (RFC 2047, 5); its own reader undoes it, so that tests pass
#   npm nodemailer 10.6.1 writes a list of two URLs as two fields; only a list in a list makes it one
#   npm mailparser 3.14.2 keeps of several URLs one web address and one mail address, of two fields the last, takes `https://…?to=joe@example.org`
#     for a mail address, which the next one replaces, `(…)` within the brackets for a comment, and an encoded word for a name
# So a mail that can be left by a click has no such link for the next program.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent nodemailer@10.6.1 mailparser@3.14.2 >/dev/null 2>&1
python3 - <<'END'
import email
import email.message
import email.policy
import sys
URL = "<https://example.org/" + "leave/" * 12 + ">"
mail = email.message.EmailMessage()
mail["List-Unsubscribe"] = URL
mail.set_content("x")
written = mail.as_bytes(policy=email.policy.SMTP)
print(written.decode().partition("\r\nContent-Type")[0])
open("python.eml", "wb").write(written)
same = b"List-Unsubscribe: =?utf-8?q?=3Chttps" in written and b"https://" not in written
sys.exit(0 if same and email.message_from_bytes(written, policy=email.policy.default)["List-Unsubscribe"] == URL else 1)
END
cat > check.mjs <<'END'
import { readFileSync } from 'fs';
import { simpleParser } from 'mailparser';
import nodemailer from 'nodemailer';
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
const write = async unsubscribe => (await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', text: 'x', list: { unsubscribe } })).message;
const fields = mail => mail.toString().match(/^List-.*$/gm);
const read = async mail => (await simpleParser(mail)).headers.get('list').unsubscribe;
const received = value => Buffer.from(`From: a@example.org\r\nList-Unsubscribe: ${value}\r\n\r\nx\r\n`);
const two = await write(['https://example.org/leave', 'leave@example.org']);
const one = await write([['https://example.org/leave', 'leave@example.org']]);
const python = await read(readFileSync('python.eml'));
const seen = [fields(two), await read(two), fields(one), await read(one),
  await read(received('<https://example.org/leave?to=joe@example.org>, <mailto:leave@example.org>')),
  await read(received('<https://example.org/leave?to=joe@example.org>')),
  await read(received('<https://example.org/leave_(all)>')),
  [Object.keys(python), python.name.slice(0, 20)]].map(value => JSON.stringify(value));
console.log(seen.join('\n'));
const expected = ['["List-Unsubscribe: <https://example.org/leave>","List-Unsubscribe: <mailto:leave@example.org>"]', '{"mail":"leave@example.org"}',
  '["List-Unsubscribe: <https://example.org/leave>, <mailto:leave@example.org>"]', '{"url":"https://example.org/leave","mail":"leave@example.org"}',
  '{"mail":"leave@example.org"}',
  '{"mail":"https://example.org/leave?to=joe@example.org"}',
  '{"name":"all","id":"https://example.org/leave_"}',
  '[["name"],"=?utf-8?q?=3Chttps=3"]'];
process.exit(seen.join('\n') === expected.join('\n') ? 0 : 1);
END
node check.mjs
