// SPDX-License-Identifier: Apache-2.0
// An extension of CodeMirror 6 that marks the links of the visible lines, and opens them with Ctrl or Cmd and a click. A link that is being typed
// is marked once there is text after it, or the cursor is elsewhere.
import { RangeSetBuilder, StateEffect } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import { hasEngine, linksIn, onEngine, openableOnceReady } from './engine.js';
import { shownAs } from './linkify.js';

// Where the cursor is after typing, as long as it stays there.
function placeOfTyping(update, before) {
  const { main } = update.state.selection;
  if (update.docChanged) return update.transactions.some((one) => one.isUserEvent('input.type')) && main.empty ? main.head : undefined;
  return main.empty && main.head === before ? before : undefined;
}

const drawAgain = StateEffect.define();

function decorationsOf(view, options, isOpen, typedAt) {
  const builder = new RangeSetBuilder();
  let done = 0;
  for (const { from, to } of view.visibleRanges) {
    const begin = Math.max(view.state.doc.lineAt(from).from, done);
    const end = view.state.doc.lineAt(to).to;
    if (begin >= end) continue;
    for (const link of linksIn(view.state.doc.sliceString(begin, end), options)) {
      const shown = shownAs(link, options, isOpen);
      if (shown === undefined || begin + link.end === typedAt) continue;
      const mark = Decoration.mark({ class: options.className ?? 'cm-linkspan', attributes: { title: shown.uri, 'data-uri': shown.uri } });
      builder.add(begin + link.start, begin + link.end, mark);
    }
    done = end;
  }
  return builder.finish();
}

export function linkspan(options = {}) {
  const isOpen = openableOnceReady(options);
  const open = options.activate ?? ((uri) => { globalThis.open?.(uri, '_blank', 'noopener'); });
  const plugin = ViewPlugin.fromClass(class {
    constructor(view) {
      this.forget = hasEngine() ? undefined : onEngine(() => { view.dispatch({ effects: drawAgain.of(null) }); });
      this.decorations = decorationsOf(view, options, isOpen);
    }
    destroy() { this.forget?.(); }
    update(update) {
      const isAsked = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(drawAgain)));
      const wasTyped = this.typedAt;
      this.typedAt = placeOfTyping(update, wasTyped);
      if (update.docChanged || update.viewportChanged || isAsked || this.typedAt !== wasTyped) {
        this.decorations = decorationsOf(update.view, options, isOpen, this.typedAt);
      }
    }
  }, { decorations: (value) => value.decorations });
  const click = EditorView.domEventHandlers({
    mousedown(event) {
      const uri = event.target?.closest?.('[data-uri]')?.getAttribute('data-uri');
      if (!uri || !(event.ctrlKey || event.metaKey)) return false;
      event.preventDefault();
      open(uri, event);
      return true;
    },
  });
  const theme = EditorView.baseTheme({ '.cm-linkspan': { textDecoration: 'underline' } });
  return [plugin, click, theme];
}

export default linkspan;
