// SPDX-License-Identifier: Apache-2.0
// The entry point in Node.js: the server is a program, `linkspan lsp`, on its standard input and output.
import { ExtensionContext, workspace } from 'vscode';
import { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import { Linkspan, SetupError } from './client';
import { findProgram } from './find_program';

const setting = 'linkspan.path';

function program(): string {
  const name = workspace.getConfiguration('linkspan').get<string>('path', 'linkspan').trim();
  const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  const found = findProgram(name, { PATH: process.env.PATH, PATHEXT: process.env.PATHEXT, folder });
  if (found !== undefined) return found;
  throw new SetupError(`the program '${name}' was not found. Install linkspan, or set ${setting} to where it is; `
                       + `then run "linkspan: Restart Server".`, setting);
}

function connect(options: LanguageClientOptions): LanguageClient {
  return new LanguageClient('linkspan', 'linkspan', { command: program(), args: ['lsp'] }, options);
}

let linkspan: Linkspan | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  linkspan = new Linkspan(context, { connect, schemes: ['file', 'untitled'], setting });
  await linkspan.start();
}

export async function deactivate(): Promise<void> {
  await linkspan?.stop();
}
