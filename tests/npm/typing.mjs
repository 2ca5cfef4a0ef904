// SPDX-License-Identifier: Apache-2.0
// Promise: in an editor, a link is set when the text after it is typed, and on paste; it is unset when its text is edited; undo undoes it.
//
//   typing.mjs EDITOR
import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true });
for (const name of ['window', 'document', 'Node', 'HTMLElement', 'MutationObserver', 'getComputedStyle', 'DOMParser', 'Element', 'Text', 'Range', 'Event', 'KeyboardEvent',
  'requestAnimationFrame', 'cancelAnimationFrame', 'MouseEvent', 'getSelection', 'Window', 'Document', 'innerHeight', 'navigator', 'HTMLAnchorElement', 'DocumentFragment', 'CustomEvent']) {
  globalThis[name] ??= name === 'window' ? window : window[name];
}
const { document } = window;

const tests = {
  async prosemirror() {
    const { schema } = await import('prosemirror-schema-basic');
    const { EditorState, TextSelection } = await import('prosemirror-state');
    const { EditorView } = await import('prosemirror-view');
    const { Slice, Fragment } = await import('prosemirror-model');
    const { closeHistory, history, undo } = await import('prosemirror-history');
    const { autolink } = await import('linkspan/prosemirror');
    const doc = (...blocks) => schema.node('doc', null, blocks);
    const paragraph = (...content) => schema.node('paragraph', null, content.map((each) => (typeof each === 'string' ? schema.text(each) : each)));
    const start = (content, options) => {
      let state = EditorState.create({ doc: content, plugins: [history(), autolink(options)] });
      state = state.apply(state.tr.setSelection(TextSelection.atEnd(state.doc)));
      const editor = {
        get state() { return state; },
        apply(tr) { state = state.apply(tr); },
        type(text) { for (const one of text) editor.apply(closeHistory(state.tr).insertText(one)); },
        at(offset) { editor.apply(state.tr.setSelection(TextSelection.create(state.doc, offset))); },
        undo() { undo(state, (tr) => editor.apply(tr)); },
        links() {
          const found = [];
          state.doc.descendants((node) => {
            const mark = schema.marks.link.isInSet(node.marks);
            if (mark !== undefined) found.push([node.text, mark.attrs.href]);
          });
          return found;
        },
      };
      return editor;
    };
    const editor = start(doc(paragraph('see ')));
    editor.type('example.org');
    assert.deepEqual(editor.links(), [], 'the text may go on');
    editor.type(' ');
    assert.deepEqual(editor.links(), [['example.org', 'http://example.org']]);
    editor.undo();
    assert.deepEqual([editor.state.doc.textContent, editor.links()], ['see example.org', []], 'undo undoes it');
    editor.type(', ok');
    assert.deepEqual(editor.links(), [['example.org', 'http://example.org']]);
    editor.at(1 + 4 + 4);
    editor.type('s');
    assert.deepEqual(editor.links(), [['examsple.org', 'http://examsple.org']], 'it leads to what it says');
    editor.apply(editor.state.tr.insertText(' ', 10));
    assert.deepEqual(editor.links().map(([text]) => text), ['ple.org'], 'what is not a link any more is unset');
    editor.apply(editor.state.tr.delete(1 + 11, 1 + 15));
    assert.deepEqual(editor.links(), []);

    const enter = start(doc(paragraph('www.example.org')));
    enter.apply(enter.state.tr.split(enter.state.selection.head));
    assert.deepEqual(enter.links(), [['www.example.org', 'http://www.example.org']], 'a new paragraph ends a link');

    const pasted = start(doc(paragraph('x ')), { target: '_blank' });
    pasted.apply(pasted.state.tr.replaceSelection(new Slice(Fragment.from(schema.text('a https://b.example/c')), 0, 0)).setMeta('paste', true).setMeta('uiEvent', 'paste'));
    assert.deepEqual(pasted.links(), [['https://b.example/c', 'https://b.example/c']]);

    // Links with a text of their own, code, and what was taken away
    const link = schema.text('read example.com now', [schema.mark('link', { href: 'https://other.example/' })]);
    const own = start(doc(paragraph(link, ' '), schema.node('code_block', null, [schema.text('example.org')])));
    own.type(' ');
    own.at(3);
    own.type('x');
    assert.deepEqual(own.links(), [['rexad example.com now', 'https://other.example/']]);
    const taken = start(doc(paragraph('example.org')));
    taken.type(' ');
    taken.apply(taken.state.tr.removeMark(0, taken.state.doc.content.size, schema.marks.link));
    taken.type('more text');
    assert.deepEqual(taken.links(), [], 'a link that was taken away does not come again');

    // In a view: a URI that is pasted over a text
    const view = new EditorView(document.body, { state: EditorState.create({ doc: doc(paragraph('read this now')), plugins: [autolink()] }) });
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 6, 10)));
    view.pasteText('https://example.org/a', new window.Event('paste'));
    assert.equal(view.dom.querySelector('a').outerHTML.replace(/ title="[^"]*"/, ''), '<a href="https://example.org/a">this</a>');
    view.destroy();
    assert.throws(() => new EditorView(document.body, { state: EditorState.create({ doc: doc(paragraph('x')), plugins: [autolink({ mark: 'url' })] }) }), /has no mark 'url'/);
  },

  async tiptap() {
    const { Editor, Node } = await import('@tiptap/core');
    const { Link } = await import('@tiptap/extension-link');
    const { Autolink } = await import('linkspan/tiptap');
    const nodes = [Node.create({ name: 'doc', topNode: true, content: 'block+' }), Node.create({ name: 'text', group: 'inline' }),
      Node.create({ name: 'paragraph', group: 'block', content: 'inline*', parseHTML: () => [{ tag: 'p' }], renderHTML: () => ['p', 0] })];
    const editor = new Editor({ element: document.createElement('div'), content: '<p>see </p>',
      extensions: [...nodes, Link.configure({ autolink: false, linkOnPaste: false }), Autolink.configure({ target: '_top' })] });
    editor.commands.setTextSelection(editor.state.doc.content.size - 1);
    for (const character of 'https://例え.jp/会場') editor.view.dispatch(editor.state.tr.insertText(character));
    assert.equal(editor.view.dom.querySelector('a'), null);
    for (const character of ' です') editor.view.dispatch(editor.state.tr.insertText(character));
    assert.equal(editor.view.dom.querySelector('a').textContent, 'https://例え.jp/会場');
    assert.equal(editor.view.dom.querySelector('a').getAttribute('target'), '_top');
    assert.match(editor.getHTML(), /href="https:\/\/xn--r8jz45g\.jp\//);
    editor.destroy();
  },

  async codemirror() {
    const { EditorState } = await import('@codemirror/state');
    const { EditorView } = await import('@codemirror/view');
    const { history, undo } = await import('@codemirror/commands');
    const { linkspan } = await import('linkspan/codemirror');
    window.Range.prototype.getClientRects ??= () => [];
    window.Range.prototype.getBoundingClientRect ??= () => ({ left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 });
    const view = new EditorView({ parent: document.body, state: EditorState.create({ doc: 'see ', extensions: [history(), linkspan()] }) });
    const links = () => [...view.dom.querySelectorAll('.cm-linkspan')].map((mark) => mark.textContent);
    const insert = (text, event) => {
      const { head } = view.state.selection.main;
      view.dispatch({ changes: { from: head, insert: text }, selection: { anchor: head + text.length }, userEvent: event });
    };
    view.dispatch({ selection: { anchor: 4 } });
    for (const character of 'example.org') insert(character, 'input.type');
    assert.deepEqual(links(), [], 'the text may go on');
    insert(' ', 'input.type');
    assert.deepEqual(links(), ['example.org']);
    insert('www.example.com', 'input.paste');
    assert.deepEqual(links(), ['example.org', 'www.example.com']);
    view.dispatch({ changes: { from: 8, insert: '()' }, selection: { anchor: 10 }, userEvent: 'input.type' });
    assert.notDeepEqual(links()[0], 'example.org');
    undo(view);
    assert.deepEqual(links()[0], 'example.org');
    for (const character of ' a.example.org/x') insert(character, 'input.type');
    view.dispatch({ selection: { anchor: 0 } });
    assert.equal(links().length, 3, 'the cursor is elsewhere');
    view.destroy();
  },

  async lexical() {
    const { $createParagraphNode, $createTextNode, $getRoot, createEditor, UNDO_COMMAND } = await import('lexical');
    const { AutoLinkNode, LinkNode, $isAutoLinkNode } = await import('@lexical/link');
    const { createEmptyHistoryState, registerHistory } = await import('@lexical/history');
    const { registerLinks } = await import('linkspan/lexical');
    const editor = createEditor({ nodes: [AutoLinkNode, LinkNode], onError: (error) => { throw error; } });
    const root = document.createElement('div');
    root.contentEditable = 'true';
    document.body.append(root);
    editor.setRootElement(root);
    const stop = [registerLinks(editor, { target: '_blank' }), registerHistory(editor, createEmptyHistoryState(), 0)];
    const update = (change) => { editor.update(change, { discrete: true }); };
    const links = () => editor.read(() => {
      const found = [];
      const visit = (node) => { if ($isAutoLinkNode(node) && !node.getIsUnlinked()) found.push([node.getTextContent(), node.getURL()]); node.getChildren?.().forEach(visit); };
      visit($getRoot());
      return found;
    });
    update(() => { $getRoot().clear().append($createParagraphNode().append($createTextNode('see '))); $getRoot().selectEnd(); });
    const type = async (text) => {
      for (const character of text) {
        update(() => { $getRoot().getLastChild().selectEnd().insertText(character); });
        await Promise.resolve();
      }
    };
    await type('example.org');
    assert.deepEqual(links(), [], 'the text may go on');
    await type(' ');
    assert.deepEqual(links(), [['example.org', 'http://example.org']]);
    assert.equal(root.querySelector('a').getAttribute('target'), '_blank');
    update(() => { const [node] = $getRoot().getAllTextNodes().filter((each) => each.getTextContent() === 'example.org'); node.setTextContent('example'); });
    assert.deepEqual(links(), [], 'what was edited is unset');
    editor.dispatchCommand(UNDO_COMMAND, undefined);
    await new Promise((done) => { setTimeout(done, 20); });
    assert.deepEqual(links(), [['example.org', 'http://example.org']]);
    await type('会場はhttps://例え.jp/会場 です');
    assert.deepEqual(links().at(-1)[0], 'https://例え.jp/会場');
    stop.forEach((each) => each());
  },

  async svelte() {
    const { compile } = await import('svelte/compiler');
    const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs');
    const { build } = (await import('node:module')).createRequire(`${process.env.LINKSPAN_NODE_MODULES}/x.js`)('esbuild');
    const folder = mkdtempSync(`${process.env.LINKSPAN_NODE_MODULES}/.svelte-`);
    try {
      const { js } = compile(`<script>import { linkify } from 'linkspan/svelte'; let { text } = $props(); const options = { target: '_blank' };</script><p use:linkify={{ text, options }}></p>`, { generate: 'client', filename: 'App.svelte' });
      writeFileSync(`${folder}/App.js`, js.code);
      writeFileSync(`${folder}/main.js`, "import { flushSync, mount, unmount } from 'svelte'; import App from './App.js'; export { App, flushSync, mount, unmount };");
      await build({ entryPoints: [`${folder}/main.js`], bundle: true, format: 'esm', outfile: `${folder}/out.mjs`, conditions: ['browser'], logLevel: 'error', external: ['linkspan/svelte'] });
      const { App, flushSync, mount, unmount } = await import(`${folder}/out.mjs`);
      const app = mount(App, { target: document.body, props: { text: 'see <b> example.org/a' } });
      flushSync();
      assert.equal(document.body.innerHTML.replace(/<!--.*?-->/g, ''), '<p>see &lt;b&gt; <a dir="ltr" href="http://example.org/a" target="_blank" rel="noopener noreferrer">example.org/a</a></p>');
      await unmount(app);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const { linkify } = await import('linkspan/svelte');
    const place = document.createElement('p');
    const action = linkify(place, 'a.example.org/x');
    action.update({ text: 'b.example.org/x ok' });
    assert.equal(place.textContent, 'b.example.org/x ok');
    assert.equal(place.querySelectorAll('a').length, 1);
  },

  async angular() {
    await import('@angular/compiler');
    const { Component, provideZonelessChangeDetection } = await import('@angular/core');
    const { bootstrapApplication } = await import('@angular/platform-browser');
    const { LinkifyDirective, LinkifyPipe } = await import('linkspan/angular');
    class App { text = 'see <b> example.org/a'; options = { target: '_blank' }; }
    const Made = Component({ selector: 'app-root', imports: [LinkifyDirective, LinkifyPipe], template: '<p [linkify]="text" [linkifyOptions]="options"></p><i [innerHTML]="text | linkify"></i>' })(App) ?? App;
    document.body.innerHTML = '<app-root></app-root>';
    const app = await bootstrapApplication(Made, { providers: [provideZonelessChangeDetection()] });
    await app.whenStable();
    assert.equal(document.querySelector('p').innerHTML, 'see &lt;b&gt; <a dir="ltr" href="http://example.org/a" target="_blank" rel="noopener noreferrer">example.org/a</a>');
    assert.equal(document.querySelector('i a').getAttribute('href'), 'http://example.org/a');
    app.destroy();
  },
};

const [name] = process.argv.slice(2);
await tests[name]();
console.log(`${name}: passed`);
process.exit(0);
