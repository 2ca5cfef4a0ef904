#!/bin/sh
# Add the parameter `z=1` to a URL, and see what becomes of the others:
#   PyPI furl 2.1.4 and yarl 1.25.1: `q=%E4` → `q=%EF%BF%BD` (U+FFFD); furl does that when it only reads a URL, and in paths
#   npm urijs 1.19.11: `q=%E4` → `q=%25E4`, so the server reads `%E4` as three characters
#   furl, yarl and urijs: `a=1;b=2` → `a=1%3Bb%3D2`; furl and urijs: `p=/a/b` → `p=%2Fa%2Fb`; yarl: `flag` → `flag=`
#   all three write `subject=a b` of a mailto: as `a+b`, which shows as `a+b` in the mail; that of `cc=a%20b` changes, too
#   PyPI hyperlink 21.0.0 does nothing of that
# A reserved character and its escape are not the same (RFC 3986, 2.2), escapes stand for bytes, of any charset (2.5), and a `mailto:` has
# `%20` for spaces (RFC 6068, 5).
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install -q furl==2.1.4 yarl==1.25.1 hyperlink==21.0.0
npm init -y >/dev/null 2>&1
npm install --no-audit --no-fund --silent urijs@1.19.11 >/dev/null 2>&1
venv/bin/python - > seen <<'END'
import furl
import hyperlink
import yarl
URL = "https://example.org/?q=%E4&a=1;b=2&p=/a/b&flag"
MAIL = "mailto:joe@example.org?cc=a%20b"
print("furl", furl.furl(URL).add({"z": "1"}).url)
print("furl", furl.furl(MAIL).add({"subject": "a b"}).url)
print("furl", furl.furl("https://example.org/%E4").url)
print("yarl", yarl.URL(URL).update_query(z="1"))
print("yarl", yarl.URL(MAIL).update_query(subject="a b"))
print("hyperlink", hyperlink.URL.from_text(URL).add("z", "1").to_uri().to_text())
print("hyperlink", hyperlink.URL.from_text(MAIL).add("subject", "a b").to_uri().to_text())
END
node >> seen <<'END'
const URI = require('urijs');
console.log('urijs', new URI('https://example.org/?q=%E4&a=1;b=2&p=/a/b&flag').addQuery('z', '1').toString());
console.log('urijs', new URI('mailto:joe@example.org?cc=a%20b').addQuery('subject', 'a b').toString());
END
cat seen
cat > expected <<'END'
furl https://example.org/?q=%EF%BF%BD&a=1%3Bb%3D2&p=%2Fa%2Fb&flag&z=1
furl mailto:joe@example.org?cc=a+b&subject=a+b
furl https://example.org/%EF%BF%BD
yarl https://example.org/?q=%EF%BF%BD&a=1%3Bb%3D2&p=/a/b&flag=&z=1
yarl mailto:joe@example.org?cc=a+b&subject=a+b
hyperlink https://example.org/?q=%E4&a=1;b=2&p=/a/b&flag&z=1
hyperlink mailto:joe@example.org?cc=a%20b&subject=a%20b
urijs https://example.org/?q=%25E4&a=1%3Bb%3D2&p=%2Fa%2Fb&flag&z=1
urijs mailto:joe@example.org?cc=a+b&subject=a+b
END
cmp -s seen expected
