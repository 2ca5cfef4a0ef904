// SPDX-License-Identifier: Apache-2.0
// The editor: CodeMirror, which draws the visible lines only, with the links of these lines marked.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, RangeSetBuilder, StateEffect } from '@codemirror/state';
import { Decoration, Direction, drawSelection, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { isDeceptive } from './warnings.js';

/** Links have changed without an edit: the options have. */
export const optionsChanged = StateEffect.define();

// In text from right to left, a link is shown from left to right (RFC 3987, 4.1).
const markOf = (names) => Decoration.mark({ class: names, bidiIsolate: Direction.LTR });
const kMarks = { plain: [markOf('link'), markOf('link chosen')], deceptive: [markOf('link deceptive'), markOf('link deceptive chosen')] };

function decorations(view, index) {
  const { head } = view.state.selection.main;
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (const link of index.linksIn(from, to)) {
      const [mark, chosen] = kMarks[isDeceptive(link) ? 'deceptive' : 'plain'];
      builder.add(link.start, link.end, link.start <= head && head <= link.end ? chosen : mark);
    }
  }
  return builder.finish();
}

function marksOf(index) {
  return ViewPlugin.fromClass(class {
    constructor(view) { this.decorations = decorations(view, index); }
    update(update) {
      if (update.docChanged) index.apply(update.changes);
      if (update.docChanged || update.viewportChanged || update.selectionSet || hasNewOptions(update)) {
        this.decorations = decorations(update.view, index);
      }
    }
  }, {
    decorations: (plugin) => plugin.decorations,
    provide: (plugin) => EditorView.bidiIsolatedRanges.of((view) => view.plugin(plugin)?.decorations ?? Decoration.none),
  });
}

export function hasNewOptions(update) {
  return update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(optionsChanged)));
}

export function goTo(view, link) {
  view.dispatch({ selection: { anchor: link.start }, effects: EditorView.scrollIntoView(link.start, { y: 'nearest', yMargin: 40 }) });
}

function moveTo(find) {
  return (view) => {
    const link = find(view);
    if (link !== undefined) goTo(view, link);
    return true;
  };
}

export function makeEditor(parent, text, index, onUpdate) {
  const next = (view) => index.next(view.state.selection.main.head, view.state.doc.length);
  const previous = (view) => index.previous(view.state.selection.main.head);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(), drawSelection(), EditorView.lineWrapping, EditorView.perLineTextDirection.of(true),
        keymap.of([{ key: 'Alt-ArrowDown', run: moveTo(next) }, { key: 'Alt-ArrowUp', run: moveTo(previous) },
          ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'Text', tabindex: '0', spellcheck: 'false', autocapitalize: 'off' }),
        marksOf(index),
        EditorView.updateListener.of(onUpdate),
      ],
    }),
  });
  return { view, next: () => moveTo(next)(view), previous: () => moveTo(previous)(view) };
}
