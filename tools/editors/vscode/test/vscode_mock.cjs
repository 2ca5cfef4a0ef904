// SPDX-License-Identifier: Apache-2.0
// The part of the module `vscode` that vscode-languageclient and the extension use in test/session.mjs.
//
// Uri is VS Code's class (npm's vscode-uri). Documents, settings and providers are in `state`, for the test.
// Each name that is not defined here is an empty class, so that code can derive from it or compare with it.
const { URI } = require('vscode-uri');

class Disposable {
  constructor(dispose) { this.dispose = dispose ?? (() => {}); }
  static from(...all) { return new Disposable(() => all.forEach(one => one.dispose())); }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const bound = listener.bind(self);
    this.listeners.add(bound);
    const disposable = new Disposable(() => this.listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire(value) { for (const listener of [...this.listeners]) listener(value); }
  dispose() { this.listeners.clear(); }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel() { this.token.isCancellationRequested = true; }
  dispose() {}
}

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}

class Range {
  constructor(start, end, endLine, endCharacter) {
    const isNumbers = typeof start === 'number';
    this.start = isNumbers ? new Position(start, end) : start;
    this.end = isNumbers ? new Position(endLine, endCharacter) : end;
  }
}

class MarkdownString {
  constructor(value = '') { this.value = value; }
  appendMarkdown(text) { this.value += text; return this; }
}

const record = (...names) => class {
  constructor(...values) { names.forEach((name, i) => { this[name] = values[i]; }); }
};

class TextDocument {
  isClosed = false;
  version = 1;
  constructor(uri, languageId, text) { Object.assign(this, { uri, languageId, text, fileName: uri.fsPath }); }
  positionAt(offset) {
    const lines = this.text.slice(0, offset).split('\n');
    return new Position(lines.length - 1, lines.at(-1).length);
  }
  offsetAt({ line, character }) {
    return this.text.split('\n').slice(0, line).reduce((sum, before) => sum + before.length + 1, 0) + character;
  }
  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  rangeOf(text) {
    const begin = this.text.indexOf(text);
    return new Range(this.positionAt(begin), this.positionAt(begin + text.length));
  }
}

class LogChannel {
  logLevel = 3;  // Info
  lines = [];
  onDidChangeLogLevel = new EventEmitter().event;
  constructor(name) {
    this.name = name;
    for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine']) {
      this[level] = line => this.lines.push(String(line));
    }
  }
  show() { this.isShown = true; }
  clear() {}
  dispose() {}
}

const events = ['DidOpenTextDocument', 'DidChangeTextDocument', 'DidCloseTextDocument', 'DidSaveTextDocument',
                'WillSaveTextDocument', 'DidChangeConfiguration', 'DidChangeWorkspaceFolders', 'DidCreateFiles',
                'DidRenameFiles', 'DidDeleteFiles', 'WillCreateFiles', 'WillRenameFiles', 'WillDeleteFiles',
                'DidOpenNotebookDocument', 'DidChangeNotebookDocument', 'DidSaveNotebookDocument',
                'DidCloseNotebookDocument'];

const state = {
  settings: {}, commands: new Map(), providers: { link: [], hover: [], action: [] }, messages: [], answers: [],
  opened: [], clipboard: '', diagnostics: new Map(), channels: [], documents: [],
  on: Object.fromEntries(events.map(name => [name, new EventEmitter()])),

  open(uri, languageId, text) {
    const document = new TextDocument(URI.parse(uri), languageId, text);
    state.documents.push(document);
    state.on.DidOpenTextDocument.fire(document);
    return document;
  },
  edit(document, from, to) {
    const range = document.rangeOf(from);
    const rangeOffset = document.offsetAt(range.start);
    document.text = document.text.replace(from, () => to);
    document.version += 1;
    const change = { range, rangeOffset, rangeLength: from.length, text: to };
    state.on.DidChangeTextDocument.fire({ document, contentChanges: [change] });
  },
  close(document) {
    document.isClosed = true;
    state.documents.splice(state.documents.indexOf(document), 1);
    state.on.DidCloseTextDocument.fire(document);
  },
  set(name, value) {
    state.settings[name] = value;
    state.on.DidChangeConfiguration.fire({ affectsConfiguration: section => `${name}.`.startsWith(`${section}.`) });
  },
};

function show(message, ...items) {
  state.messages.push(message);
  return Promise.resolve(items.find(item => state.answers.includes(item)));
}

function matches(selector, document) {
  const filters = Array.isArray(selector) ? selector : [selector];
  return filters.some(({ scheme, language }) => (scheme ?? document.uri.scheme) === document.uri.scheme
                                                && (language ?? document.languageId) === document.languageId) ? 10 : 0;
}

// The setting with this name, or all settings of a section as an object.
function setting(name) {
  if (Object.hasOwn(state.settings, name)) return state.settings[name];
  const inside = Object.entries(state.settings).filter(([key]) => key.startsWith(`${name}.`));
  return inside.length === 0 ? undefined
                             : Object.fromEntries(inside.map(([key, value]) => [key.slice(name.length + 1), value]));
}

const provide = kind => (selector, provider) => {
  const entry = { selector, provider };
  state.providers[kind].push(entry);
  return new Disposable(() => state.providers[kind].splice(state.providers[kind].indexOf(entry), 1));
};

const vscode = {
  version: '1.91.1', state, Disposable, EventEmitter, CancellationTokenSource, Position, Range, MarkdownString, Uri: URI,
  Selection: Range,
  DocumentLink: record('range', 'target'), Hover: record('contents', 'range'), Location: record('uri', 'range'),
  Diagnostic: record('range', 'message', 'severity'), TextEdit: record('range', 'newText'),
  CodeAction: record('title', 'kind'),
  CodeActionKind: class CodeActionKind {
    static Empty = new CodeActionKind('');
    constructor(value) { this.value = value; }
    append(part) { return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`); }
  },
  WorkspaceEdit: class {
    edits = [];
    set(uri, edits) { this.edits.push(...edits.flat().filter(edit => edit instanceof vscode.TextEdit)); }
  },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 }, CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  SymbolKind: {}, CompletionItemKind: {}, ProgressLocation: { Window: 10 }, UIKind: { Desktop: 1 },
  commands: {
    registerCommand(name, run) {
      if (state.commands.has(name)) throw new Error(`command '${name}' already exists`);
      state.commands.set(name, run);
      return new Disposable(() => state.commands.delete(name));
    },
    executeCommand: async (name, ...values) => state.commands.get(name)?.(...values),
  },
  env: {
    appName: 'a mock of VS Code', language: 'en',
    clipboard: { writeText: async text => { state.clipboard = text; } },
    openExternal: async target => state.opened.push(target),
  },
  languages: {
    match: matches,
    registerDocumentLinkProvider: provide('link'), registerHoverProvider: provide('hover'),
    registerCodeActionsProvider: provide('action'),
    createDiagnosticCollection: () => ({
      set: (uri, found) => state.diagnostics.set(uri.toString(), found),
      delete: uri => state.diagnostics.delete(uri.toString()),
      clear: () => state.diagnostics.clear(), dispose: () => state.diagnostics.clear() }),
  },
  window: {
    createOutputChannel: name => { const channel = new LogChannel(name); state.channels.push(channel); return channel; },
    showErrorMessage: show, showWarningMessage: show, showInformationMessage: show,
    setStatusBarMessage: () => new Disposable(), visibleTextEditors: [], activeTextEditor: undefined,
    onDidChangeActiveTextEditor: new EventEmitter().event, onDidChangeVisibleTextEditors: new EventEmitter().event,
    tabGroups: { all: [], onDidChangeTabs: new EventEmitter().event, onDidChangeTabGroups: new EventEmitter().event },
    withProgress: (options, task) => task({ report() {} }, new CancellationTokenSource().token),
  },
  workspace: {
    ...Object.fromEntries(events.map(name => [`on${name}`, state.on[name].event])),
    get textDocuments() { return state.documents; },
    notebookDocuments: [], workspaceFolders: undefined,
    applyEdit: async edit => { state.applied = edit; return true; },
    getConfiguration: section => {
      const full = name => section ? `${section}.${name}` : name;
      return { get: (name, otherwise) => setting(full(name)) ?? otherwise, has: name => setting(full(name)) !== undefined };
    },
    createFileSystemWatcher: () => ({ onDidCreate: new EventEmitter().event, onDidChange: new EventEmitter().event,
                                      onDidDelete: new EventEmitter().event, dispose() {} }),
  },
};

module.exports = new Proxy(vscode, { get: (known, name) => known[name] ?? (known[name] = class {}) });
