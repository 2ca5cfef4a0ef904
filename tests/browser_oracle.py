#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the links of HTML that linkspan finds with those in the DOM of headless Chromium.

    browser_oracle.py cases FOLDER            compares FOLDER/*.html with FOLDER/expected.jsonl
    browser_oracle.py cases --write FOLDER    writes FOLDER/expected.jsonl
    browser_oracle.py mail LINKSPAN FOLDER    compares `LINKSPAN scan --html links` with the browser, for
                                              each *.eml below FOLDER whose text is HTML alone
    browser_oracle.py random LINKSPAN COUNT   the same for COUNT made-up documents

Exit status: 0 equal, 1 not, 77 Chromium or the mail is absent.

For each <a> and <area> with an href (xlink:href in SVG), in the order of the document: the value of
the attribute, its URL (null if it depends on the address of the page), and the visible text without
white space. DOMParser parses the document, so that no script in it runs, as in a mail program. The
parser may split an <a> into several with the same href. In these files no two links have the same
href, so the texts with one href are joined.
"""

import base64
import email
import email.policy
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import unquote

SKIPPED = 77

SCRIPT = r"""
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const unseen = new Set(['script', 'style', 'template', 'title', 'noembed', 'noframes', 'iframe', 'head']);
function hides(node) {
  const style = (node.getAttribute('style') || '').replace(/\s/g, '').toLowerCase();
  return unseen.has(node.localName) || node.hasAttribute('hidden') ||
      style.includes('display:none') || style.includes('visibility:hidden') ||
      style.includes('mso-hide:all');
}
function shown(node, outermost) {
  if (node.nodeType === 3 || node.nodeType === 4) return node.data;
  if (node.nodeType !== 1 || hides(node)) return '';
  if (node !== outermost && node.localName === 'a' && node.hasAttribute('href')) return '';
  return Array.from(node.childNodes, child => shown(child, outermost)).join('');
}
function is_hidden(node) {
  for (let at = node; at; at = at.parentElement) {
    if (hides(at)) return true;
  }
  return false;
}
function anchors(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const base = Array.from(page.querySelectorAll('base[href]'), one => one.getAttribute('href'))[0];
  const found = [];
  for (const node of page.querySelectorAll('a, area')) {
    if (node.localName === 'area' && !node.namespaceURI.endsWith('xhtml')) continue;
    let href = node.getAttribute('href');
    if (href === null && node.namespaceURI.endsWith('svg')) {
      href = node.getAttributeNS('http://www.w3.org/1999/xlink', 'href');
    }
    if (href === null) continue;
    let url = null;
    try { url = base === undefined ? new URL(href) : new URL(href, new URL(base)); } catch (error) {}
    const text = is_hidden(node) ? '' : shown(node, node).replace(/[\s\uFEFF\0\uFFFD]+/g, '');
    found.push({href: href, url: url === null ? null : url.href, text: text});
  }
  return found;
}
const answer = documents.map(one => anchors(decoder.decode(bytes(one))));
document.getElementById('answer').textContent =
    'BEGIN' + btoa(unescape(encodeURIComponent(JSON.stringify(answer)))) + 'END';
"""

PAGE = """<!DOCTYPE html><meta charset=utf-8><pre id=answer></pre>
<script>const documents = DOCUMENTS;SCRIPT</script>"""


def ask_browser(documents, script=SCRIPT):
    """The anchors of each document, which is bytes of UTF-8, as the script returns them."""
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        encoded = json.dumps([base64.b64encode(one).decode() for one in documents])
        page = folder / "page.html"
        page.write_text(PAGE.replace("SCRIPT", script).replace("DOCUMENTS", encoded))
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                   "--no-first-run", "--disable-background-networking",
                   "--disable-component-update", "--disable-sync",
                   f"--user-data-dir={folder / 'user'}", "--dump-dom", page.as_uri()]
        done = subprocess.run(command, capture_output=True, timeout=300, check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    answer = re.search(rb"BEGIN(.*?)END", done.stdout, re.S)
    if answer is None:
        sys.exit("chromium gave no answer")
    return json.loads(base64.b64decode(answer.group(1)))


def merged(anchors):
    """One anchor for each href, in the order of their first occurrences."""
    by_href = {}
    for one in anchors:
        entry = by_href.setdefault(one["href"], {"href": one["href"], "url": one["url"], "text": ""})
        entry["text"] += one["text"]
    return list(by_href.values())


def compare_cases(folder, write):
    files = sorted(folder.glob("*.html"))
    lines = []
    for file, anchors in zip(files, ask_browser([file.read_bytes() for file in files])):
        record = {"case": file.name, "anchors": merged(anchors)}
        lines.append(json.dumps(record, ensure_ascii=False))
    expected = folder / "expected.jsonl"
    text = "\n".join(lines) + "\n"
    if write:
        expected.write_text(text)
        return 0
    differing = [a for a, b in zip(lines, expected.read_text().splitlines()) if a != b]
    print(f"{len(files)} cases, {len(differing)} differ from the browser", *differing, sep="\n")
    return 1 if differing or len(lines) != len(expected.read_text().splitlines()) else 0


# Schemes that the browser opens and linkspan does not link, and differences in spelling: linkspan does
# not change the case of a host and percent-encoded text.
def linked(url):
    return url is not None and re.match(r"(https?|ftp|mailto|tel|news|sms|callto|xmpp):.", url)


def normal(url):
    """Rewrites a URL in the spelling of JavaScript, where the two programs differ."""
    url = re.sub(r"%([0-9a-fA-F]{2})", lambda found: "%" + found[1].upper(), url)
    url = re.sub(r"^(https?://)([^/?#]*)", lambda found: found[1] + unquote(found[2]), url)
    match = re.match(r"((?:https?|ftp)://)([^/?#]*)([^?#]*)(.*)", url, re.S | re.I)
    if match is None:
        return url
    path = match[3] or "/"
    return match[1].lower() + match[2].lower() + path + match[4]


def html_of_mail(message):
    """The one text/html part as UTF-8, if there is no text/plain; else None."""
    parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
    html = [part for part in parts if part.get_content_subtype() == "html"]
    if len(html) != 1 or any(part.get_content_subtype() == "plain" for part in parts):
        return None
    content = html[0].get_payload(decode=True) or b""
    charset = html[0].get_content_charset() or "utf-8"
    try:
        return content.decode(charset, "replace").encode()
    except LookupError:
        return content.decode("latin-1").encode()


def links_of(linkspan, file, *more):
    command = [linkspan, "scan", "--to", "jsonl", "--html", "links", *more, str(file)]
    done = subprocess.run(command, capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def compare(name, anchors, links):
    """Prints the differences; returns whether there are any. The order of moved text is not compared."""
    wanted = {normal(one["url"]) for one in anchors if linked(one["url"])}
    found = {normal(link["uri"]) for link in links}
    for kind, urls in (("missing", wanted - found), ("too many", found - wanted)):
        for url in sorted(urls):
            print(f"{name}: {kind}: {url}")
    return wanted != found


def compare_mail(linkspan, folder):
    mails = []
    for file in sorted(folder.rglob("*.eml")):
        message = email.message_from_bytes(file.read_bytes(), policy=email.policy.compat32)
        html = html_of_mail(message)
        if html is not None:
            mails.append((file, html))
    if not mails:
        return SKIPPED
    differ = links = 0
    for (file, _), anchors in zip(mails, ask_browser([html for _, html in mails])):
        # Not those of the pages of a PDF that is attached, which is read where poppler-utils is installed.
        found = [link for link in links_of(linkspan, file) if "page" not in link]
        links += len(found)
        differ += compare(file, anchors, found)
    print(f"{len(mails)} mails that are HTML alone, {links} links, {differ} mails differ from the browser")
    return 1 if differ else 0


TAGS = """a b i p div table tbody tr td th caption col colgroup ul li dl dd dt span font nobr select option
button form input br hr svg math foreignObject desc mi annotation-xml template h1 h2 pre textarea object
marquee center blockquote u ruby rt img body html head title style script noscript xmp iframe image area
section main""".split()
COMMON = ["a", "b", "p", "div", "table", "td", "tr", "i", "font"]
OTHERS = ["x", " ", "\n", "foo &amp; bar", "&lt", "&copy=1", "1 < 2", "&notit;", "<!-- c -->", "</>",
          "<![CDATA[x<y]]>", "<?pi?>", "<!x>", "<!-->", "<!--a--!>"]


def random_document(dice):
    out = [dice.choice(["", "<!DOCTYPE html>"])]
    for number in range(dice.randint(2, 40)):
        kind = dice.random()
        tag = dice.choice(COMMON if dice.random() < 0.5 else TAGS)
        href = f' href="https://e.example/{number}"' if tag in ("a", "area") else ""
        if kind < 0.45:
            out.append(f"<{tag}{href}>")
        elif kind < 0.75:
            out.append(f"</{tag}>")
        else:
            out.append(dice.choice(OTHERS))
    return "".join(out).encode()


def compare_random(linkspan, count):
    dice = random.Random(count)
    documents = [random_document(dice) for _ in range(count)]
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, document in enumerate(documents):
            (pathlib.Path(folder) / f"{number:06}.html").write_bytes(document)
        by_name = {}
        for link in links_of(linkspan, folder):
            by_name.setdefault(pathlib.Path(link["source"]).name, []).append(link)
    for number, anchors in enumerate(ask_browser(documents)):
        name = f"{number:06}.html"
        if compare(name, anchors, by_name.get(name, [])):
            differ += 1
            print(documents[number])
    print(f"{count} made-up documents, {differ} differ from the browser")
    return 1 if differ else 0


def main(arguments):
    if shutil.which("chromium") is None:
        print("skipped: chromium is not installed")
        return SKIPPED
    if arguments[0] == "cases":
        return compare_cases(pathlib.Path(arguments[-1]), "--write" in arguments)
    if arguments[0] == "mail":
        return compare_mail(arguments[1], pathlib.Path(arguments[2]))
    return compare_random(arguments[1], int(arguments[2]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
