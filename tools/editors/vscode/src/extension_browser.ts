// SPDX-License-Identifier: Apache-2.0
// The entry point in a browser: the server is at the other end of a WebSocket.
import { ExtensionContext, workspace } from 'vscode';
import { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/browser';
import { Linkspan, SetupError } from './client';
import { connect as connectTo } from './web_socket';

const setting = 'linkspan.serverUrl';

function connect(options: LanguageClientOptions): LanguageClient {
  const url = workspace.getConfiguration('linkspan').get<string>('serverUrl', '').trim();
  if (!/^wss?:\/\//i.test(url)) {
    throw new SetupError(`in a browser, set ${setting} to the wss: or ws: URL of a server.`, setting);
  }
  return new LanguageClient('linkspan', 'linkspan', () => connectTo(url), options);
}

let linkspan: Linkspan | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  // vscode-vfs is a repository on a server; the file systems of vscode.dev and github.dev have it.
  const schemes = ['file', 'untitled', 'vscode-vfs'];
  linkspan = new Linkspan(context, { connect, schemes, setting });
  await linkspan.start();
}

export async function deactivate(): Promise<void> {
  await linkspan?.stop();
}
