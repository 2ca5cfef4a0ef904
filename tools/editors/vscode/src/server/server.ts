// SPDX-License-Identifier: Apache-2.0
// A language server over the npm package, for VS Code in a browser, which starts no program: what `linkspan lsp` answers (docs/lsp.md), but
// for rules, names of files, progress, and warnings other than `mixed-scripts`.
//
//   const server = new Server(message => …);     called for each message to the client
//   server.receive(message);                     answers at once
//
// Tested with the recorded conversations of tests/data/lsp (test/recorded.mjs).
import { Link } from 'linkspan';
import { actionsFor } from './actions';
import { markdown, plainText } from './facts';
import { isObject, Json, list, member, text } from './json';
import { defaultSettings, optionsOf, settingsOf, WrongSetting } from './settings';
import { TextDocument } from './text_document';
import { Found, warningNamed, warningsOf } from './warnings';

declare const LINKSPAN_VERSION: string;

const invalidRequest = -32600, methodNotFound = -32601, invalidParams = -32602, notInitialized = -32002;
const mostDiagnostics = 1000;

class Failure extends Error {
  constructor(readonly code: number, message: string) { super(message); }
}

const incremental = 2, errorMessage = 1, warningMessage = 2;
const capabilities: Json = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: incremental },
  documentLinkProvider: { resolveProvider: true },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix', 'refactor.rewrite'] },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  experimental: { 'linkspan/links': true },
};

export class Server {
  private state: 'created' | 'initialized' | 'shut down' = 'created';
  private client: Json | undefined;  // its capabilities
  private settings = defaultSettings;
  private initialSettings = defaultSettings;
  private readonly documents = new Map<string, TextDocument>();
  private readonly awaited = new Map<string, (result: Json | undefined) => void>();
  private requests = 0;

  constructor(private readonly send: (message: Json) => void) {}

  receive(message: Json): void {
    const id = member(message, 'id'), method = member(message, 'method');
    const isId = typeof id === 'string' || Number.isInteger(id);
    if (typeof method === 'string' && isId) return this.answer(id!, method, member(message, 'params'));
    if (typeof method === 'string' && (id === undefined || id === null)) return this.take(method, member(message, 'params'));
    if (method === undefined && isId) return this.takeResponse(text(id), message);
    this.fail(null, invalidRequest, 'a message is an object with a method, and with an id if it is a request');
  }

  private answer(id: Json, method: string, params: Json | undefined): void {
    try {
      this.checkState(method);
      this.send({ jsonrpc: '2.0', id, result: this.resultOf(method, params) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.fail(id, error.code, error.message);
    }
  }

  private checkState(method: string): void {
    if (this.state === 'created' && method !== 'initialize') throw new Failure(notInitialized, 'the first request is initialize');
    if (this.state === 'shut down') throw new Failure(invalidRequest, 'the server is shut down');
    if (this.state === 'initialized' && method === 'initialize') throw new Failure(invalidRequest, 'the server is initialized already');
  }

  private resultOf(method: string, params: Json | undefined): Json {
    switch (method) {
      case 'initialize': return this.initialize(params);
      case 'shutdown': this.state = 'shut down'; return null;
      case 'textDocument/documentLink': return this.documentLink(this.documentOf(params));
      case 'documentLink/resolve': return this.resolve(params);
      case 'linkspan/links': return this.linksOfRange(this.documentOf(params), params);
      case 'textDocument/hover': return this.hover(this.documentOf(params), params);
      case 'textDocument/codeAction': return this.codeAction(this.documentOf(params), params);
      default: throw new Failure(methodNotFound, `there is no method ${method}`);
    }
  }

  private take(method: string, params: Json | undefined): void {
    if (this.state !== 'initialized') return;
    switch (method) {
      case 'initialized': return this.initialized();
      case 'textDocument/didOpen': return this.didOpen(member(params, 'textDocument'));
      case 'textDocument/didChange': return this.didChange(params);
      case 'textDocument/didClose': return this.closeDocument(text(member(params, 'textDocument', 'uri')));
      case 'workspace/didChangeConfiguration': return this.didChangeConfiguration(params);
      default:  // unknown notifications are ignored
    }
  }

  // --- settings

  private initialize(params: Json | undefined): Json {
    this.state = 'initialized';
    this.client = member(params, 'capabilities');
    const given = member(params, 'initializationOptions');
    this.takeSettings(member(given, 'linkspan') ?? given);
    this.initialSettings = this.settings;
    return { capabilities, serverInfo: { name: 'linkspan', version: LINKSPAN_VERSION } };
  }

  private initialized(): void {
    const registrations: Json[] = [];
    const registers = (name: string) => member(this.client, 'workspace', name, 'dynamicRegistration') === true;
    if (registers('didChangeConfiguration')) {
      registrations.push({ id: 'linkspan-configuration', method: 'workspace/didChangeConfiguration',
                           registerOptions: { section: 'linkspan' } });
    }
    // As the program, though rules are not read here.
    if (registers('didChangeWatchedFiles')) {
      registrations.push({ id: 'linkspan-rules', method: 'workspace/didChangeWatchedFiles',
                           registerOptions: { watchers: [{ globPattern: '**/.linkspan/rules' }] } });
    }
    if (registrations.length > 0) this.request('client/registerCapability', { registrations });
    this.askForSettings();
  }

  private askForSettings(): void {
    if (member(this.client, 'workspace', 'configuration') !== true) return;
    this.request('workspace/configuration', { items: [{ section: 'linkspan' }] }, result => {
      const [given] = list(result);
      if (isObject(given)) this.apply(given);
    });
  }

  private didChangeConfiguration(params: Json | undefined): void {
    const given = member(params, 'settings', 'linkspan');
    if (isObject(given)) this.apply(given);
    else this.askForSettings();
  }

  private apply(given: Json): void {
    if (!this.takeSettings(given)) return;
    for (const document of this.documents.values()) {
      document.read(this.options(document));
      this.publish(document);
    }
  }

  // Whether they were right, and are used now.
  private takeSettings(given: Json | undefined): boolean {
    try {
      this.settings = settingsOf(given, this.initialSettings, sentence => this.show(warningMessage, sentence));
      return true;
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error;
      this.show(errorMessage, error.message);
      return false;
    }
  }

  private options(document: TextDocument) { return optionsOf(this.settings, document.language); }

  // --- documents

  private didOpen(item: Json | undefined): void {
    if (!isObject(item)) return;
    const uri = text(item.uri), language = text(item.languageId);
    this.closeDocument(uri);
    const document = new TextDocument(uri, language, this.allowed(uri, text(item.text)), optionsOf(this.settings, language));
    document.version = item.version ?? null;
    this.documents.set(uri, document);
    this.publish(document);
  }

  private didChange(params: Json | undefined): void {
    const document = this.documents.get(text(member(params, 'textDocument', 'uri')));
    if (document === undefined) return;
    document.version = member(params, 'textDocument', 'version') ?? null;
    for (const change of list(member(params, 'contentChanges'))) {
      const inserted = text(member(change, 'text'));
      const range = member(change, 'range');
      if (isObject(range)) document.replace(...document.offsets(range), inserted);
      else document.assign(this.allowed(document.uri, inserted));
    }
    this.publish(document);
  }

  // The text of a document that is not too long.
  private allowed(uri: string, content: string): string {
    const most = this.settings.maxDocumentBytes;
    if (content.length * 3 <= most || new TextEncoder().encode(content).length <= most) return content;
    this.show(warningMessage, `no links in ${uri}: it is longer than linkspan.maxDocumentBytes, ${most}`);
    return '';
  }

  private closeDocument(uri: string): void {
    const document = this.documents.get(uri);
    if (document === undefined) return;
    this.documents.delete(uri);
    if (document.hasDiagnostics) this.sendDiagnostics(document, []);
    document.close();
  }

  private documentOf(params: Json | undefined): TextDocument {
    const uri = text(member(params, 'textDocument', 'uri'));
    const document = this.documents.get(uri);
    if (document === undefined) throw new Failure(invalidParams, `no document is open as '${uri}'`);
    return document;
  }

  private publish(document: TextDocument): void {
    const found: Json[] = [];
    const links = this.settings.diagnostics === 'off' ? [] : document.links(0, document.length + 1);
    for (const link of links) {
      // Only characters that are not ASCII mix scripts.
      if (/^[\0-\x7F]*$/.test(link.text)) continue;
      for (const warning of warningsOf(link)) found.push(this.diagnostic(document, link, warning));
    }
    if (found.length === 0 && !document.hasDiagnostics) return;
    document.hasDiagnostics = found.length > 0;
    this.sendDiagnostics(document, found.slice(0, mostDiagnostics));
  }

  private diagnostic(document: TextDocument, link: Link, warning: Found): Json {
    const hint = 4, serious = 2;
    const level = this.settings.diagnostics;
    const isHint = level === 'hint' || level === 'auto' && !warningNamed(warning.name)!.ofFalseHost;
    const diagnostic: { [name: string]: Json } = {
      range: document.range(link.start + warning.begin, link.start + warning.end),
      severity: isHint ? hint : serious, code: warning.name, source: 'linkspan', message: warning.message,
    };
    if (member(this.client, 'textDocument', 'publishDiagnostics', 'codeDescriptionSupport') === true) {
      diagnostic.codeDescription = { href: warningNamed(warning.name)!.standard };
    }
    return diagnostic;
  }

  private sendDiagnostics(document: TextDocument, diagnostics: Json[]): void {
    const params: { [name: string]: Json } = { uri: document.uri, diagnostics };
    if (Number.isInteger(document.version)) params.version = document.version;
    this.send({ jsonrpc: '2.0', method: 'textDocument/publishDiagnostics', params });
  }

  // --- links

  private toJson(document: TextDocument, link: Link): Json {
    const data: { [name: string]: Json } = { form: link.form };
    const warnings = warningsOf(link).map(({ name }) => name);
    if (warnings.length > 0) data.warnings = [...new Set(warnings)];
    return { range: document.range(link.start, link.end), target: link.uri, data };
  }

  private documentLink(document: TextDocument): Json {
    return document.links(0, document.length + 1).map(link => this.toJson(document, link));
  }

  private linksOfRange(document: TextDocument, params: Json | undefined): Json {
    return document.links(...document.offsets(member(params, 'range'))).map(link => this.toJson(document, link));
  }

  private resolve(params: Json | undefined): Json {
    if (!isObject(params)) throw new Failure(invalidParams, 'a link is an object');
    const warnings = list(member(params.data, 'warnings')).map(text);
    return { ...params, tooltip: plainText(text(params.target), warnings) };
  }

  private hover(document: TextDocument, params: Json | undefined): Json {
    const offset = document.offset(member(params, 'position'));
    const link = document.links(offset, offset).at(-1);
    if (link === undefined) return null;
    const isMarkdown = list(member(this.client, 'textDocument', 'hover', 'contentFormat')).includes('markdown');
    const warnings = warningsOf(link).map(({ name }) => name);
    return { range: document.range(link.start, link.end),
             contents: { kind: isMarkdown ? 'markdown' : 'plaintext',
                         value: isMarkdown ? markdown(link.uri, warnings) : plainText(link.uri, warnings) } };
  }

  private codeAction(document: TextDocument, params: Json | undefined): Json {
    if (!isObject(member(this.client, 'textDocument', 'codeAction', 'codeActionLiteralSupport'))) return [];
    const [link] = document.links(...document.offsets(member(params, 'range')));
    if (link === undefined) return [];
    const isVersioned = member(this.client, 'workspace', 'workspaceEdit', 'documentChanges') === true;
    return actionsFor(document, this.options(document), link, member(params, 'context', 'only'), isVersioned,
                      this.settings.copyCommand);
  }

  // --- messages

  private request(method: string, params: Json, take: (result: Json | undefined) => void = () => {}): void {
    const id = `linkspan-${++this.requests}`;
    this.awaited.set(id, take);
    this.send({ jsonrpc: '2.0', id, method, params });
  }

  private takeResponse(id: string, message: Json): void {
    const take = this.awaited.get(id);
    this.awaited.delete(id);
    take?.(member(message, 'result'));
  }

  private show(type: number, sentence: string): void {
    this.send({ jsonrpc: '2.0', method: 'window/showMessage', params: { type, message: `linkspan: ${sentence}` } });
  }

  private fail(id: Json, code: number, message: string): void {
    this.send({ jsonrpc: '2.0', id, error: { code, message } });
  }
}
