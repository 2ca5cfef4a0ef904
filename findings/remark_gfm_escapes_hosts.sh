#!/bin/sh
# npm rehype-remark 10.0.1 with remark-gfm 4.0.1 and remark-stringify 11.0.0: text that is no link in HTML stays none in Markdown, by
# a backslash inside of it: `https\://`, `joe\@example.org`, `www\.example.org`, `?x=1\&y`. Without remark-gfm only the `&` has one.
# turndown 7.2.5 escapes the same text elsewhere: every `_` of a URL and of a local part. So the backslashes of Markdown stand at any
# character of a link, also between a scheme and its slashes and inside of a host.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"type":"module","private":true}' > package.json
npm install --no-audit --no-fund --silent unified@11.0.5 rehype-parse@9.0.1 rehype-remark@10.0.1 remark-gfm@4.0.1 \
  remark-stringify@11.0.0 turndown@7.2.5 >/dev/null 2>&1
cat > check.js <<'END'
import {unified} from 'unified';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import Turndown from 'turndown';
const html = '<p>https://example.org/a_b?x=1&amp;y joe_s@example.org www.example.org/a</p>';
const base = () => unified().use(rehypeParse, {fragment: true}).use(rehypeRemark);
const seen = [
  String(await base().use(remarkGfm).use(remarkStringify).process(html)).trim(),
  String(await base().use(remarkStringify).process(html)).trim(),
  new Turndown().turndown(html),
];
console.log(seen.join('\n'));
const expected = [
  String.raw`https\://example.org/a_b?x=1\&y joe_s\@example.org www\.example.org/a`,
  String.raw`https://example.org/a_b?x=1\&y joe_s@example.org www.example.org/a`,
  String.raw`https://example.org/a\_b?x=1&y joe\_s@example.org www.example.org/a`,
];
process.exit(seen.join() === expected.join() ? 0 : 1);
END
node check.js
