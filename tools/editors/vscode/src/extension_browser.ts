// SPDX-License-Identifier: Apache-2.0
// The entry point for browsers: the server runs here (built_in.ts), or is connected by a WebSocket.
import { ExtensionContext, workspace } from 'vscode';
import { CloseAction, ErrorAction, ErrorHandler, LanguageClient,
         LanguageClientOptions } from 'vscode-languageclient/browser';
import { Linkspan, SetupError } from './client';
import { connect as connectHere } from './built_in';
import { connect as connectTo } from './web_socket';

const setting = 'linkspan.serverUrl';

// The client's default handler restarts a program that has ended, which is not possible here.
function errorHandler(url: string): ErrorHandler {
  const message = `linkspan: the connection to ${url} has ended. Run "linkspan: Restart Server" to connect again.`;
  return { error: () => ({ action: ErrorAction.Continue }), closed: () => ({ action: CloseAction.DoNotRestart, message }) };
}

async function connect(options: LanguageClientOptions): Promise<LanguageClient> {
  const url = workspace.getConfiguration('linkspan').get<string>('serverUrl', '').trim();
  if (url === '') {
    const transports = await connectHere();
    return new LanguageClient('linkspan', 'linkspan', async () => transports, options);
  }
  if (!/^wss?:\/\//i.test(url)) {
    throw new SetupError(`${setting} is the wss: or ws: URL of a server, or empty.`, setting);
  }
  const transports = await connectTo(url).catch(() => {
    throw new SetupError(`there is no server at ${url}. Set ${setting} to the URL of one, or start it and run `
                         + `"linkspan: Restart Server".`, setting);
  });
  return new LanguageClient('linkspan', 'linkspan', async () => transports,
                            { ...options, errorHandler: errorHandler(url) });
}

let linkspan: Linkspan | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  // vscode-vfs is the scheme of repositories on a server, in vscode.dev and github.dev.
  const schemes = ['file', 'untitled', 'vscode-vfs'];
  linkspan = new Linkspan(context, { connect, schemes, setting });
  await linkspan.start();
}

export async function deactivate(): Promise<void> {
  await linkspan?.stop();
}
