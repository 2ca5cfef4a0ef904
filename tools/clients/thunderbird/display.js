// SPDX-License-Identifier: Apache-2.0
// Runs in the document of a displayed message, text or HTML: removes the links that Thunderbird has made of the text, and
// makes those that the background page finds. Links of the sender stay; a warning follows those that name another host.
//
// When it is done, the root element has the attribute data-linkspan with the number of links.
'use strict';
(async () => {
  if (document.documentElement.dataset.linkspan !== undefined || document.body === null) return;
  document.documentElement.dataset.linkspan = '';

  const kMadeByThunderbird = 'a.moz-txt-link-freetext, a.moz-txt-link-abbreviated, a.moz-txt-link-rfc2396E';
  // Their text is a link, or not text for people.
  const kSkipped = new Set(['A', 'SCRIPT', 'STYLE', 'TEXTAREA', 'BUTTON', 'SELECT', 'TITLE', 'HEAD']);

  function* pieces(node) {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) {
        yield child;
      } else if (child.nodeType === Node.ELEMENT_NODE) {
        // Header tables that are only printed, and the ">" before quoted lines, which are not part of a link.
        if (child.classList.contains('moz-txt-citetags')) continue;
        if (child.tagName === 'BR' || kSkipped.has(child.tagName) || child.classList.contains('moz-main-header')) {
          yield null;
          continue;
        }
        const inline = isInline(child);
        if (!inline) yield null;
        yield* pieces(child);
        if (!inline) yield null;
      }
    }
  }

  function isInline(element) { return /^(inline|contents)/.test(getComputedStyle(element).display); }

  // The texts of the message: each is the text nodes between two ends of a line or block, as `exa<b>mple.org</b>` is one
  // link.
  function runs() {
    const found = [];
    let run = [];
    const end = () => {
      if (run.length > 0) found.push(merged(run));
      run = [];
    };
    for (const piece of pieces(document.body)) {
      if (piece === null) end();
      else run.push(piece);
    }
    end();
    return found;
  }

  // Adjacent text nodes become one. PERF: normalize() takes quadratic time.
  function merged(run) {
    const nodes = [];
    for (let i = 0; i < run.length;) {
      const first = run[i++];
      const more = [];
      for (let last = first; i < run.length && last.nextSibling === run[i]; last = run[i++]) more.push(run[i]);
      if (more.length > 0) {
        first.data += more.map((node) => node.data).join('');
        const range = document.createRange();
        range.setStartAfter(first);
        range.setEndAfter(more.at(-1));
        range.deleteContents();
      }
      nodes.push(first);
    }
    return nodes;
  }

  function anchorOf(link) {
    const anchor = document.createElement('a');
    anchor.className = 'linkspan';
    anchor.href = link.uri;
    anchor.title = link.title;
    return anchor;
  }

  // After the link and not in it: Thunderbird compares the text of a link with its destination.
  function warningAfter(text) {
    const warning = document.createElement('span');
    warning.className = 'linkspan-warning';
    warning.dataset.warning = text;
    return warning;
  }

  // Makes the links of one run, the last first, so that places stay valid.
  function link(nodes, links) {
    let at = 0;
    const segments = nodes.map((node) => ({ node, start: at, end: (at += node.length), links: [] }));
    let last = segments.length - 1;
    for (let i = links.length - 1; i >= 0; i--) {
      while (segments[last].start >= links[i].end) last--;
      if (links[i].start >= segments[last].start) segments[last].links.push(links[i]);
      else last = linkAcross(segments, last, links[i]);
    }
    for (const segment of segments) {
      if (segment.links.length > 0) linkWithin(segment);
    }
  }

  // A link of several text nodes is one <a> around all of them. Returns the segment that it begins in.
  function linkAcross(segments, last, found) {
    let first = last;
    while (segments[first].start > found.start) first--;
    const range = document.createRange();
    range.setStart(segments[first].node, found.start - segments[first].start);
    range.setEnd(segments[last].node, found.end - segments[last].start);
    // extractContents() leaves each of these nodes with the rest of its text.
    segments[last].start = found.end;
    segments[first].end = found.start;
    const anchor = anchorOf(found);
    anchor.append(range.extractContents());
    range.insertNode(anchor);
    if (found.warning !== '') anchor.after(warningAfter(found.warning));
    return first;
  }

  // PERF: one fragment for each text node; splitting it at each link copies its rest each time.
  function linkWithin({ node, start, links }) {
    const text = node.data;
    const fragment = document.createDocumentFragment();
    let done = start;
    for (const found of links.reverse()) {
      const anchor = anchorOf(found);
      anchor.textContent = text.slice(found.start - start, found.end - start);
      fragment.append(text.slice(done - start, found.start - start), anchor);
      if (found.warning !== '') fragment.append(warningAfter(found.warning));
      done = found.end;
    }
    fragment.append(text.slice(done - start));
    node.replaceWith(fragment);
  }

  // PERF: without boxes; else, each change of a <pre> with thousands of links searches all of its lines: minutes for 30,000.
  function withoutBoxes(change) {
    const { display } = document.body.style;
    document.body.style.display = 'none';
    void document.body.offsetHeight;
    try {
      change();
    } finally {
      document.body.style.display = display;
    }
  }

  const texts = (nodes) => (nodes.length === 1 ? nodes[0].data : nodes.map((node) => node.data).join(''));
  let all;
  withoutBoxes(() => {
    for (const anchor of document.querySelectorAll(kMadeByThunderbird)) anchor.replaceWith(...anchor.childNodes);
    all = runs();
  });
  const anchors = [...document.querySelectorAll('a[href]')].filter((anchor) => anchor.closest('.moz-main-header') === null);
  const { links, warnings } = await browser.runtime.sendMessage({
    texts: all.map(texts),
    anchors: anchors.map((anchor) => ({ text: anchor.textContent, href: anchor.href })),
  });
  withoutBoxes(() => {
    all.forEach((nodes, i) => link(nodes, links[i]));
    warnings.forEach((warning, i) => {
      if (warning === '') return;
      anchors[i].after(warningAfter(warning));
      if (!anchors[i].title) anchors[i].title = anchors[i].href;
    });
  });
  document.documentElement.dataset.linkspan = links.reduce((sum, one) => sum + one.length, 0);
})().catch((error) => {
  console.error(`linkspan: ${error}`);
  document.documentElement.dataset.linkspan = 'failed';
});
undefined;  // a value that can be copied: another one makes Thunderbird report an error
