#!/bin/sh
# A link of Slack's mrkdwn is `<URL|text>`, so that its URL has neither `|` nor `>`. Of four npm packages that write such links one sees to it:
#   slackify-markdown 4.5.0    writes %7C and %3E
#   slackify-html 1.0.1, html-to-mrkdwn 3.0.0, @tryfabric/mack 1.2.1   leave both, so that the link leads to what precedes them
# `https://example.org/?q=a>b` becomes a link to `https://example.org/?q=a`, and `b|text>` is text.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent slackify-markdown@4.5.0 slackify-html@1.0.1 html-to-mrkdwn@3.0.0 @tryfabric/mack@1.2.1 >/dev/null 2>&1
cat > write.cjs <<'END_OF_PROGRAM'
const fromMarkdown = require('slackify-markdown');
const slackifyMarkdown = fromMarkdown.slackifyMarkdown ?? fromMarkdown.default ?? fromMarkdown;
const slackifyHtml = require('slackify-html');
const htmlToMrkdwn = require('html-to-mrkdwn');
const { markdownToBlocks } = require('@tryfabric/mack');
(async () => {
  for (const url of ['https://example.org/x|y', 'https://example.org/?q=a>b']) {
    const markdown = `[text](${url})`;
    const html = `<a href="${url.replace('>', '&gt;')}">text</a>`;
    console.log('slackify-markdown', slackifyMarkdown(markdown).trim());
    console.log('slackify-html', slackifyHtml(html).trim());
    console.log('html-to-mrkdwn', htmlToMrkdwn(html).text.trim());
    console.log('mack', (await markdownToBlocks(markdown))[0].text.text.trim());
  }
})();
END_OF_PROGRAM
node write.cjs > seen
cat seen
cat > expected <<'END_OF_OUTPUT'
slackify-markdown <https://example.org/x%7Cy|text>
slackify-html <https://example.org/x|y|text>
html-to-mrkdwn <https://example.org/x|y|text>
mack <https://example.org/x|y|text>
slackify-markdown <https://example.org/?q=a%3Eb|text>
slackify-html <https://example.org/?q=a>b|text>
html-to-mrkdwn <https://example.org/?q=a>b|text>
mack <https://example.org/?q=a>b|text>
END_OF_OUTPUT
cmp -s seen expected
