// SPDX-License-Identifier: Apache-2.0
// The part of the extension that Node.js and browsers share: it keeps a client connected to a server, and has
// the settings and commands of linkspan. The entry point provides a Connect, which reaches the server.
import { BaseLanguageClient, DidChangeConfigurationNotification, LanguageClientOptions,
         Middleware } from 'vscode-languageclient';
import { CodeAction, Command, ConfigurationChangeEvent, ExtensionContext, LogOutputChannel, Uri, commands, env,
         languages, window, workspace } from 'vscode';
import { exactUris, isCommand, openCommand, openExactly } from './exact_uris';
import { copyCommand, serverSettings } from './server_settings';

/** The server cannot be reached until the user corrects `setting`. */
export class SetupError extends Error {
  constructor(message: string, readonly setting: string) {
    super(message);
  }
}

/** Makes a client, which is not started yet, after checking that there is a server. Rejects with a SetupError. */
export type Connect = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

export interface Environment {
  connect: Connect;
  schemes: readonly string[];  // URI schemes of the documents in which links are searched
  setting: string;             // the setting with the path or URL of the server
}

const openSettings = 'Open Settings', showLog = 'Show Log';
const followLink = 'Follow link';  // VS Code's text for a URI; its text for a command is 'Execute command'

// The protocol cannot signal that links have changed while the text has not. But VS Code requests links again
// if a provider is added or removed. This one matches no document.
function askForLinksAgain(): void {
  languages.registerDocumentLinkProvider({ scheme: 'linkspan-none' }, { provideDocumentLinks: () => [] }).dispose();
}

export class Linkspan {
  private readonly log: LogOutputChannel = window.createOutputChannel('linkspan', { log: true });
  private client: BaseLanguageClient | undefined;
  private place: unknown;  // the value of the setting for which the server was started
  private last: Promise<void> = Promise.resolve();  // the last start or stop; they run one after another

  constructor(private readonly context: ExtensionContext, private readonly environment: Environment) {
    context.subscriptions.push(
      this.log,
      commands.registerCommand('linkspan.restart', () => this.restart()),
      commands.registerCommand('linkspan.showLog', () => this.log.show()),
      commands.registerCommand(openCommand, openExactly),
      commands.registerCommand(copyCommand, (text?: string) => this.copy(text)),
      workspace.onDidChangeConfiguration(event => this.takeSettings(event)));
  }

  start(): Promise<void> {
    return this.enqueue(() => this.connect());
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.disconnect());
  }

  private restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.disconnect();
      await this.connect();
    });
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work);
    return this.last;
  }

  private async connect(): Promise<void> {
    this.place = this.placeNow();
    try {
      this.client = await this.environment.connect(this.options());
      await this.client.start();
    } catch (error) {
      this.client = undefined;
      void this.complain(error);
    }
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.stop().catch(error => this.log.warn(`the server did not stop: ${error}`));
  }

  private async complain(error: unknown): Promise<void> {
    const isSetup = error instanceof SetupError;
    const sentence = error instanceof Error ? error.message : String(error);
    this.log.error(sentence);
    const answer = await window.showErrorMessage(`linkspan: ${sentence}`, ...(isSetup ? [openSettings] : [showLog]));
    if (answer === openSettings && isSetup) {
      await commands.executeCommand('workbench.action.openSettings', error.setting);
    } else if (answer === showLog) {
      this.log.show();
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: this.environment.schemes.map(scheme => ({ scheme })),
      outputChannel: this.log,
      diagnosticCollectionName: 'linkspan',
      initializationOptions: () => serverSettings(this.context),
      uriConverters: exactUris(this.environment.schemes),
      middleware: this.middleware(),
    };
  }

  private middleware(): Middleware {
    return {
      provideDocumentLinks: async (document, token, next) => {
        const links = await next(document, token);
        for (const link of links ?? []) {
          if (link.target && isCommand(link.target)) link.tooltip = followLink;
        }
        return links;
      },
      workspace: {
        configuration: async (params, token, next) => {
          const values = await next(params, token);
          if (!Array.isArray(values)) return values;
          return values.map((value, i) => {
            const { section, scopeUri } = params.items[i];
            return section === 'linkspan' ? serverSettings(this.context, scopeUri ? Uri.parse(scopeUri) : undefined)
                                          : value;
          });
        },
        didChangeConfiguration: () => this.sendSettings(),
        didChangeWatchedFile: async (event, next) => {
          await next(event);
          askForLinksAgain();
        },
      },
    };
  }

  private async sendSettings(): Promise<void> {
    if (this.placeNow() !== this.place) return;  // the next server gets them when it starts
    const settings = { linkspan: serverSettings(this.context) };
    await this.client?.sendNotification(DidChangeConfigurationNotification.type, { settings });
    askForLinksAgain();
  }

  private placeNow(): unknown {
    return workspace.getConfiguration().get(this.environment.setting);
  }

  private takeSettings(event: ConfigurationChangeEvent): void {
    if (event.affectsConfiguration(this.environment.setting) && this.placeNow() !== this.place) void this.restart();
  }

  // A code action passes a text. Without it, the user chooses a form of the link at the cursor.
  private async copy(text?: string): Promise<void> {
    const chosen = text ?? await this.chooseCopy();
    if (chosen === undefined) return;
    await env.clipboard.writeText(chosen);
    window.setStatusBarMessage(`linkspan: copied ${chosen}`, 3000);
  }

  private async chooseCopy(): Promise<string | undefined> {
    const editor = window.activeTextEditor;
    if (!editor) return undefined;
    const actions = await commands.executeCommand<(CodeAction | Command)[]>(
      'vscode.executeCodeActionProvider', editor.document.uri, editor.selection);
    const copies = actions.map(action => typeof action.command === 'object' ? action.command : action as Command)
      .filter(command => command.command === copyCommand)
      .map(command => ({ label: command.title, text: command.arguments?.[0] as string }));
    if (copies.length === 0) {
      void window.showInformationMessage('linkspan: there is no link at the cursor');
      return undefined;
    }
    const choice = await window.showQuickPick(copies.map(({ label, text }) => ({ label, detail: text, text })));
    return choice?.text;
  }
}
