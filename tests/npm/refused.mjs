// SPDX-License-Identifier: Apache-2.0
// Promise: where WebAssembly is refused, as by a Content-Security-Policy, no component and no plugin throws or shows an empty place: each
// shows its text, and its links once there is an engine.
//
//   refused.mjs NAME    each in a process of its own, as an engine is there for ever
import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';

const real = globalThis.WebAssembly;
let isAllowed = false;
const refuse = () => { throw new EvalError('Refused to compile or instantiate WebAssembly module'); };
// What is refused: all ways to compile a module. `comes` allows them for the next try.
const gate = (Real) => new Proxy(Real, { construct: (target, given) => (isAllowed ? new target(...given) : refuse()) });
globalThis.WebAssembly = {
  ...Object.fromEntries(Object.getOwnPropertyNames(real).map((name) => [name, real[name]])),
  Module: gate(real.Module),
  Instance: gate(real.Instance),
  compile: async (...given) => { await later(); return isAllowed ? real.compile(...given) : refuse(); },
  instantiate: async (...given) => { await later(); return isAllowed ? real.instantiate(...given) : refuse(); },
};
let release;
const gateOpens = new Promise((done) => { release = done; });
const later = () => gateOpens;
const comes = async () => {
  isAllowed = true;
  release();
  for (let i = 0; i < 50; i++) await new Promise((done) => { setTimeout(done, 4); });
};

const { window } = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true });
for (const name of ['window', 'document', 'Node', 'HTMLElement', 'MutationObserver', 'getComputedStyle', 'DOMParser', 'Element', 'Text', 'Range',
  'requestAnimationFrame', 'cancelAnimationFrame', 'MouseEvent', 'getSelection', 'Window', 'Document', 'innerHeight', 'navigator', 'SVGElement', 'ShadowRoot']) {
  globalThis[name] ??= name === 'window' ? window : window[name];
}
const { document } = window;
const kText = 'see example.org/a ok';
const hrefs = (root) => [...root.querySelectorAll('a')].map((a) => a.getAttribute('href'));

const tests = {
  async find() {
    const { find } = await import('linkspan');
    assert.throws(() => find(kText));  // there is no answer to give
  },

  async react() {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
    const { act, createElement: e } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const { Linkify } = await import('linkspan/react');
    const place = document.createElement('div');
    const root = createRoot(place);
    await act(async () => root.render(e('main', null, e('h1', null, 'Title'), e(Linkify, { options: { target: '_blank', open: ['+steam'] } }, kText, e('b', null, 'me@example.org')))));
    assert.equal(place.innerHTML, `<main><h1>Title</h1>${kText}<b>me@example.org</b></main>`);
    await act(comes);
    assert.deepEqual(hrefs(place), ['http://example.org/a', 'mailto:me@example.org']);
    assert.equal(place.textContent, `Title${kText}me@example.org`);
    await act(async () => root.unmount());
    const { renderToStaticMarkup } = await import('react-dom/server');
    assert.match(renderToStaticMarkup(e(Linkify, null, kText)), /href/);
  },

  async vue() {
    const { createApp, h } = await import('vue');
    const { Linkify } = await import('linkspan/vue');
    const place = document.createElement('div');
    const app = createApp({ render: () => h(Linkify, { text: kText, options: { open: ['+steam'] } }) });
    app.mount(place);
    assert.equal(place.textContent, kText);
    assert.deepEqual(hrefs(place), []);
    await comes();
    assert.deepEqual(hrefs(place), ['http://example.org/a']);
    app.unmount();
  },

  async dom() {
    const { linkifyElement } = await import('linkspan/dom');
    document.body.innerHTML = `<p>${kText}</p>`;
    assert.equal(linkifyElement(document.body, { open: ['+steam'] }), 0);
    assert.equal(document.body.innerHTML, `<p>${kText}</p>`);
    await comes();
    assert.deepEqual(hrefs(document.body), ['http://example.org/a']);
  },

  async remark() {
    const { linkifyMdast } = await import('linkspan/remark');
    const tree = () => ({ type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: kText }] }] });
    assert.deepEqual(linkifyMdast(tree(), { open: ['+steam'] }), tree());
    await comes();
    assert.equal(linkifyMdast(tree()).children[0].children.length, 3);
  },

  async xterm() {
    const { linkProvider } = await import('linkspan/xterm');
    const cell = (character) => ({ getChars: () => character, getWidth: () => 1 });
    const line = { isWrapped: false, length: kText.length, getCell: (x) => cell(kText[x]) };
    const provider = linkProvider({ buffer: { active: { getLine: (y) => (y === 0 ? line : undefined) } } }, { open: ['+steam'] });
    let got = 'nothing';
    provider.provideLinks(1, (links) => { got = links; });
    assert.equal(got, undefined);
    await comes();
    provider.provideLinks(1, (links) => { got = links; });
    assert.equal(got.length, 1);
  },

  async codemirror() {
    const { EditorState } = await import('@codemirror/state');
    const { EditorView } = await import('@codemirror/view');
    const { linkspan } = await import('linkspan/codemirror');
    window.Range.prototype.getClientRects ??= () => [];
    window.Range.prototype.getBoundingClientRect ??= () => ({ left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 });
    const view = new EditorView({ parent: document.body, state: EditorState.create({ doc: kText, extensions: [linkspan({ open: ['+steam'] })] }) });
    assert.equal(view.contentDOM.textContent, kText);
    await comes();
    assert.equal(view.dom.querySelector('.cm-linkspan').textContent, 'example.org/a');
    view.destroy();
  },

  async prosemirror() {
    const { schema } = await import('prosemirror-schema-basic');
    const { EditorState } = await import('prosemirror-state');
    const { EditorView } = await import('prosemirror-view');
    const { linkspan } = await import('linkspan/prosemirror');
    const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text(kText)])]);
    const view = new EditorView(document.body, { state: EditorState.create({ doc, plugins: [linkspan({ open: ['+steam'] })] }) });
    assert.equal(view.dom.textContent, kText);
    await comes();
    assert.deepEqual(hrefs(view.dom), ['http://example.org/a']);
    view.destroy();
  },
};

const [name] = process.argv.slice(2);
await tests[name]();
console.log(`${name}: passed`);
process.exit(0);
