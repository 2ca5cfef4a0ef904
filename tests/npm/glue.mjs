// SPDX-License-Identifier: Apache-2.0
// The entry points for other libraries, each in the real library.
import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true });
for (const name of ['window', 'document', 'Node', 'HTMLElement', 'MutationObserver', 'getComputedStyle', 'DOMParser', 'Element', 'Text', 'Range',
  'requestAnimationFrame', 'cancelAnimationFrame', 'MouseEvent', 'getSelection', 'Window', 'Document', 'innerHeight', 'navigator']) {
  globalThis[name] ??= name === 'window' ? window : window[name];
}
const { document } = window;

const tests = {
  async dom() {
    const { linkifyElement } = await import('linkspan/dom');
    const body = document.body;
    body.innerHTML = '<p>see https://bücher.example/é, or <b>www.example.org</b> <a href="x">a.org</a><code>b.org</code></p>'
      + '<script>"c.org"</script><style>d.org{}</style><textarea>e.org</textarea><pre>f.org</pre><p>javascript:alert(1) &lt;b&gt;g.org/x';
    const text = body.textContent;
    assert.equal(linkifyElement(body, { target: '_blank', className: (link) => link.kind }), 3);
    assert.equal(body.textContent, text);
    assert.equal(body.querySelector('p').innerHTML,
      'see <a dir="ltr" href="https://xn--bcher-kva.example/%C3%A9" class="url" target="_blank" rel="noopener noreferrer">https://bücher.example/é</a>, or '
      + '<b><a dir="ltr" href="http://www.example.org" class="url" target="_blank" rel="noopener noreferrer">www.example.org</a></b> '
      + '<a href="x">a.org</a><code>b.org</code>');
    assert.deepEqual([...body.querySelectorAll('a')].map((a) => a.getAttribute('href')),
      ['https://xn--bcher-kva.example/%C3%A9', 'http://www.example.org', 'x', 'http://g.org/x']);
    const once = body.innerHTML;
    assert.equal(linkifyElement(body), 0);
    assert.equal(body.innerHTML, once);
    assert.equal(linkifyElement(body.querySelector('code')), 0);
    assert.equal(linkifyElement(body.querySelector('pre'), { skip: [] }), 1);
    body.innerHTML = '<p class="x no-links">a.org/x <b>b.org/x</b></p><p class="no-links-here">c.org/x</p>';
    assert.equal(linkifyElement(body, { skip: ['.no-links'], tagName: 'span' }), 1);
    assert.equal(body.querySelector('.no-links-here').innerHTML, '<span dir="ltr" data-href="http://c.org/x" rel="noopener noreferrer">c.org/x</span>');
    assert.equal(linkifyElement(body.querySelector('b'), { skip: ['.no-links'] }), 0);
    body.innerHTML = '<p>https://example.org/a</p>';
    linkifyElement(body, { attributes: { onclick: 'alert(1)', 'data-x': '1', href: 'javascript:alert(1)' }, rewrite: () => 'javascript:alert(1)' });
    assert.equal(body.innerHTML, '<p>https://example.org/a</p>');
    linkifyElement(body, { attributes: { onclick: 'alert(1)', 'data-x': '1', href: 'javascript:alert(1)' } });
    assert.equal(body.innerHTML, '<p><a dir="ltr" href="https://example.org/a" rel="noopener noreferrer" data-x="1">https://example.org/a</a></p>');
    assert.throws(() => linkifyElement((body.innerHTML = 'a.org/x', body), { format: () => { throw new Error('mine'); } }), /mine/);
    assert.equal(linkifyElement(body), 1);
    // The reader of a page sees what a terminal hides.
    body.innerHTML = '<p>https://\x9Dbank.example/\x9Cevil.example/</p>';
    assert.equal(linkifyElement(body), 0);
  },

  async remark() {
    const { unified } = await import('unified');
    const { default: parse } = await import('remark-parse');
    const { default: stringify } = await import('remark-stringify');
    const { default: remarkLinkspan } = await import('linkspan/remark');
    const process = async (text) => String(await unified().use(parse).use(remarkLinkspan, { defaultScheme: 'https' }).use(stringify).process(text));
    assert.equal(await process('See example.org/a, *www.example.org* and me@example.org.\n'),
      'See [example.org/a](https://example.org/a), *[www.example.org](https://www.example.org)* and <me@example.org>.\n');
    const same = '[a.org](https://example.org) `b.org/x` <https://c.org>\n\n```\nd.org/x\n```\n';
    assert.equal(await process(same), same);
    // New nodes have positions, where the text is as it is in the source.
    const { linkifyMdast } = await import('linkspan/remark');
    const source = 'one\ntwo example.org/a, three\n\n- 😀 www.example.org';
    const tree = linkifyMdast(unified().use(parse).parse(source));
    const places = [];
    const visit = (node) => { places.push([node.type, source.slice(node.position.start.offset, node.position.end.offset), node.position.start.line, node.position.start.column]); (node.children ?? []).forEach(visit); };
    visit(tree);
    assert.deepEqual(places.filter(([type]) => type === 'link'), [['link', 'example.org/a', 2, 5], ['link', 'www.example.org', 4, 6]]);
    assert.deepEqual(places.filter(([type]) => type === 'text').map(([, text]) => text), ['one\ntwo ', 'example.org/a', ', three', '😀 ', 'www.example.org']);
    const escaped = linkifyMdast(unified().use(parse).parse('a \\* example.org/a'));
    assert.deepEqual(escaped.children[0].children[1].position, escaped.children[0].children[0].position);
  },

  async react() {
    const { createElement: e } = await import('react');
    const { renderToStaticMarkup } = await import('react-dom/server');
    const { Linkify } = await import('linkspan/react');
    const html = renderToStaticMarkup(e(Linkify, { options: { target: '_blank', className: 'x' } }, 'see example.org/a, ', e('b', null, 'me@example.org'), e('code', null, 'c.org/x'), 7));
    assert.equal(html, 'see <a dir="ltr" href="http://example.org/a" class="x" target="_blank" rel="noopener noreferrer">example.org/a</a>, '
      + '<b><a dir="ltr" href="mailto:me@example.org" class="x" target="_blank" rel="noopener noreferrer">me@example.org</a></b><code>c.org/x</code>7');
    const own = renderToStaticMarkup(e(Linkify, { options: { renderLink: ({ properties, text }) => e('i', { title: properties.href }, text) } }, 'a.example.org/x'));
    assert.equal(own, '<i title="http://a.example.org/x">a.example.org/x</i>');
  },

  async vue() {
    const { createSSRApp, h } = await import('vue');
    const { renderToString } = await import('vue/server-renderer');
    const { Linkify } = await import('linkspan/vue');
    const html = await renderToString(createSSRApp({ render: () => h(Linkify, { text: 'see <b> example.org/a ok', options: { rel: 'nofollow' } }) }));
    assert.equal(html.replace(/<!--.*?-->/g, ''), '<span>see &lt;b&gt; <a dir="ltr" href="http://example.org/a" rel="nofollow">example.org/a</a> ok</span>');
  },

  async xterm() {
    const { default: xterm } = await import('@xterm/headless');
    const { linkProvider } = await import('linkspan/xterm');
    const terminal = new xterm.Terminal({ cols: 20, rows: 10, allowProposedApi: true });
    await new Promise((done) => { terminal.write('日本 https://example.org/a/long/path/x ok\r\nhttps://b.example/\r\n', done); });
    const opened = [];
    const provider = linkProvider(terminal, { activate: (event, uri) => opened.push(uri) });
    const linksAt = (y) => { let got; provider.provideLinks(y, (links) => { got = links; }); return got; };
    const [first] = linksAt(1);
    assert.equal(first.text, 'https://example.org/a/long/path/x');
    assert.deepEqual(first.range, { start: { x: 6, y: 1 }, end: { x: 18, y: 2 } });
    assert.deepEqual(linksAt(2)[0].range, first.range);
    assert.deepEqual(linksAt(4)[0].range, { start: { x: 1, y: 4 }, end: { x: 18, y: 4 } });
    assert.equal(linksAt(3), undefined);
    assert.equal(linksAt(6), undefined);
    first.activate({});
    assert.deepEqual(opened, ['https://example.org/a/long/path/x']);
  },

  async codemirror() {
    const { EditorState } = await import('@codemirror/state');
    const { EditorView } = await import('@codemirror/view');
    const { linkspan } = await import('linkspan/codemirror');
    window.Range.prototype.getClientRects ??= () => [];
    window.Range.prototype.getBoundingClientRect ??= () => ({ left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 });
    const opened = [];
    const view = new EditorView({ parent: document.body, state: EditorState.create({ doc: 'see example.org/a\nand 😀 www.example.org.', extensions: [linkspan({ activate: (uri) => opened.push(uri) })] }) });
    const links = () => [...view.dom.querySelectorAll('.cm-linkspan')].map((mark) => [mark.textContent, mark.getAttribute('data-uri')]);
    assert.deepEqual(links(), [['example.org/a', 'http://example.org/a'], ['www.example.org', 'http://www.example.org']]);
    view.dispatch({ changes: { from: 0, insert: 'me@example.org ' } });
    assert.equal(links().length, 3);
    view.dom.querySelector('.cm-linkspan').dispatchEvent(new window.MouseEvent('mousedown', { bubbles: true, ctrlKey: true }));
    assert.deepEqual(opened, ['mailto:me@example.org']);
    view.destroy();
  },

  async prosemirror() {
    const { schema } = await import('prosemirror-schema-basic');
    const { EditorState } = await import('prosemirror-state');
    const { EditorView } = await import('prosemirror-view');
    const { linkspan, linkspanKey } = await import('linkspan/prosemirror');
    const paragraph = (...content) => schema.node('paragraph', null, content);
    const doc = schema.node('doc', null, [paragraph(schema.text('see '), schema.text('exam', [schema.mark('strong')]), schema.text('ple.org/a ok')),
      schema.node('code_block', null, [schema.text('b.example.org/x')]), paragraph(schema.text('https://c.example/'), schema.text(' d.example.org', [schema.mark('code')]))]);
    let state = EditorState.create({ doc, plugins: [linkspan({ target: '_blank' })] });
    const texts = () => linkspanKey.getState(state).find().sort((a, b) => a.from - b.from).map(({ from, to }) => state.doc.textBetween(from, to));
    assert.deepEqual(texts(), ['example.org/a', 'https://c.example/']);
    state = state.apply(state.tr.insertText('www.first.org ', 1));
    assert.deepEqual(texts(), ['www.first.org', 'example.org/a', 'https://c.example/']);
    state = state.apply(state.tr.delete(1, 6));
    assert.deepEqual(texts(), ['irst.org', 'example.org/a', 'https://c.example/'].map((text) => (text === 'irst.org' ? 'irst.org' : text)));
    state = state.apply(state.tr.split(state.doc.content.size - 10));
    const view = new EditorView(document.body, { state });
    assert.equal(view.dom.querySelector('a[href="http://example.org/a"]').getAttribute('target'), '_blank');
    view.destroy();
  },

  async tiptap() {
    const { Editor, Node } = await import('@tiptap/core');
    const { Linkspan } = await import('linkspan/tiptap');
    const nodes = [Node.create({ name: 'doc', topNode: true, content: 'block+' }), Node.create({ name: 'text', group: 'inline' }),
      Node.create({ name: 'paragraph', group: 'block', content: 'inline*', parseHTML: () => [{ tag: 'p' }], renderHTML: () => ['p', 0] })];
    const editor = new Editor({ element: document.createElement('div'), extensions: [...nodes, Linkspan.configure({ className: 'x' })], content: '<p>see example.org/a ok</p>' });
    assert.equal(editor.view.dom.querySelector('a.x').getAttribute('href'), 'http://example.org/a');
    assert.equal(editor.getHTML(), '<p>see example.org/a ok</p>');
    editor.destroy();
  },
};

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await run();
  console.log(`${name}: passed`);
}
process.exit(0);
