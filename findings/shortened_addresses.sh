#!/bin/sh
# Archives of mailing lists shorten addresses: joh...@example.com, joe@exam...ple.org, jo***@example.com, joe@exam…ple.org. What npm packages
# that find links make of them is not "no link", but what somebody else owns:
#   linkify-it 6.1.0 (fuzzyLink)  joe@exam…ple.org → http://ple.org     https://exam…ple.org/x → https://exam and http://ple.org/x
#   linkifyjs 4.4.0               joh...@example.com → http://example.com    joe@exam...ple.org → http://ple.org
#   autolinker 4.1.5              as linkify-it, and the same for three dots in a host after a scheme
# All three link jo***@example.com as an address with three asterisks, which are characters of a local part (RFC 5322, 3.2.3).
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent linkify-it@6.1.0 linkifyjs@4.4.0 autolinker@4.1.5 >/dev/null 2>&1
cat > find.mjs <<'END_OF_PROGRAM'
import Autolinker from 'autolinker';
import { LinkifyIt } from 'linkify-it';
import { find } from 'linkifyjs';
const linkifyIt = new LinkifyIt({ fuzzyLink: true });
const finders = {
  'linkify-it': (text) => (linkifyIt.match(text) ?? []).map((match) => match.url),
  linkifyjs: (text) => find(text).map((match) => match.href),
  autolinker: (text) => (Autolinker.default ?? Autolinker).parse(text, { urls: true, email: true }).map((match) => match.getAnchorHref()),
};
const texts = ['joh...@example.com', 'joe@exam...ple.org', 'joe@exam…ple.org', 'jo***@example.com', 'https://exam...ple.org/x', 'https://exam…ple.org/x'];
for (const text of texts) for (const [name, links] of Object.entries(finders)) console.log(`${text} ${name}: ${links(text).join(' ')}`);
END_OF_PROGRAM
node find.mjs > seen
cat seen
cat > expected <<'END_OF_OUTPUT'
joh...@example.com linkify-it: 
joh...@example.com linkifyjs: http://example.com
joh...@example.com autolinker: 
joe@exam...ple.org linkify-it: 
joe@exam...ple.org linkifyjs: http://ple.org
joe@exam...ple.org autolinker: 
joe@exam…ple.org linkify-it: http://ple.org
joe@exam…ple.org linkifyjs: http://ple.org
joe@exam…ple.org autolinker: http://ple.org
jo***@example.com linkify-it: mailto:jo***@example.com
jo***@example.com linkifyjs: mailto:jo***@example.com
jo***@example.com autolinker: mailto:jo***@example.com
https://exam...ple.org/x linkify-it: https://exam
https://exam...ple.org/x linkifyjs: https://exam...ple.org/x
https://exam...ple.org/x autolinker: https://exam http://ple.org/x
https://exam…ple.org/x linkify-it: https://exam http://ple.org/x
https://exam…ple.org/x linkifyjs: https://exam…ple.org/x
https://exam…ple.org/x autolinker: https://exam http://ple.org/x
END_OF_OUTPUT
cmp -s seen expected
