// SPDX-License-Identifier: Apache-2.0
// The entry point for Node.js: the server is the program `linkspan lsp`, connected by standard input and output.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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
  throw new SetupError(`the program '${name}' was not found. Install linkspan, or set ${setting} to its path; `
                       + `then run "linkspan: Restart Server".`, setting);
}

// Without this check, the client would start a wrong program repeatedly, and show each failure.
async function checkServer(command: string): Promise<void> {
  try {
    await promisify(execFile)(command, ['lsp', '--help'], { timeout: 10_000 });
  } catch {
    throw new SetupError(`'${command} lsp' is not a language server. Install a newer linkspan, or set ${setting} to its path; `
                         + `then run "linkspan: Restart Server".`, setting);
  }
}

async function connect(options: LanguageClientOptions): Promise<LanguageClient> {
  const command = program();
  await checkServer(command);
  return new LanguageClient('linkspan', 'linkspan', { command, args: ['lsp'] }, options);
}

let linkspan: Linkspan | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  linkspan = new Linkspan(context, { connect, schemes: ['file', 'untitled'], setting });
  await linkspan.start();
}

export async function deactivate(): Promise<void> {
  await linkspan?.stop();
}
