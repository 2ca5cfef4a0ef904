#!/bin/sh
# npm rss-parser 3.13.0: the link of an Atom feed or entry is its first `link`, of whatever relation, if none says rel="alternate". A link
# without `rel` is an alternate one (RFC 4287, 4.2.7.2), and the usual one, so the address of the page may be
#   that of the comments, of the sound file or of the site that a text was found at
#   that of the feed itself, for the feed
# Of an entry whose text is elsewhere (`<content src="…"/>`, 4.1.3.2) it makes the text `<div src="…"/>`. It does not read xml:base (2): a
# relative address stays one. PyPI feedparser 6.0.14 gives all of them right.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install -q feedparser==6.0.14
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent rss-parser@3.13.0 >/dev/null 2>&1
cat > feed.xml <<'END'
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/blog/">
<title>t</title><id>https://example.org/</id><updated>2024-01-01T00:00:00Z</updated><author><name>n</name></author>
<link rel="self" href="https://example.org/feed.xml"/><link href="https://example.org/"/>
<entry><title>a</title><id>https://example.org/1</id><updated>2024-01-01T00:00:00Z</updated><content>x</content>
<link rel="enclosure" type="audio/mpeg" length="1" href="https://example.org/a.mp3"/><link href="https://example.org/a"/></entry>
<entry><title>b</title><id>https://example.org/2</id><updated>2024-01-01T00:00:00Z</updated><content>x</content>
<link rel="via" href="https://example.com/source"/><link rel="alternate" href="https://example.org/b"/></entry>
<entry><title>c</title><id>https://example.org/3</id><updated>2024-01-01T00:00:00Z</updated><summary>s</summary>
<link href="c"/><content type="text/html" src="https://example.org/text"/></entry>
</feed>
END
venv/bin/python - > seen <<'END'
import feedparser
feed = feedparser.parse(open("feed.xml", "rb").read())
print("feedparser", feed.feed.link, *(entry.link for entry in feed.entries), feed.entries[2].content[0].src)
END
node >> seen <<'END'
const Parser = require('rss-parser');
new Parser().parseString(require('fs').readFileSync('feed.xml', 'utf8'))
  .then(feed => console.log('rss-parser', feed.link, ...feed.items.map(item => item.link), feed.items[2].content));
END
cat seen
cat > expected <<'END'
feedparser https://example.org/ https://example.org/a https://example.org/b https://example.org/blog/c https://example.org/text
rss-parser https://example.org/feed.xml https://example.org/a.mp3 https://example.org/b c <div type="text/html" src="https://example.org/text"/>
END
cmp -s seen expected
