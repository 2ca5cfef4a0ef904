// SPDX-License-Identifier: Apache-2.0
// Opens exactly the URI that the server has found.
//
// VS Code keeps the target of a link as a Uri, which decodes percent-encoding, and encodes it again when
// it opens the link. That does not change `https://example.org/%C3%A9`, but it changes these:
//
//   https://example.org/a%2Fb       is opened as  https://example.org/a/b
//   https://example.org/?q=R%26D    is opened as  https://example.org/?q=R&D
//   http://[2001:db8::1]/           is opened as  http://%5B2001:db8::1%5D/
//
// For such a URI, the target is `command:linkspan.open?…` with the URI as a string: VS Code opens strings
// unchanged. RFC 3986, section 2.4, explains why decoding too early changes a URI.
//
// SAFETY: a text or a rule of a workspace can make any URI. A Uri with the scheme `command` would run a
// command of VS Code. Therefore it is always opened as a string, which VS Code rejects.
//
// Guarded by test/session.mjs, which checks the targets, and test/web.mjs, which opens them.
import { Uri, env, window } from 'vscode';

export const openCommand = 'linkspan.open';

// The string that VS Code's opener service makes from a Uri for another program.
function asOpened(uri: Uri): string {
  return encodeURI(uri.toString(true));
}

// Undefined for a URI that Uri rejects, such as `foo:////bar`, which is valid by RFC 3986.
function parse(text: string): Uri | undefined {
  try {
    return Uri.parse(text);
  } catch {
    return undefined;
  }
}

function asCommand(text: string): Uri {
  // VS Code decodes the query of a command once more than the query of another URI.
  return Uri.from({ scheme: 'command', path: openCommand, query: encodeURIComponent(JSON.stringify([text])) });
}

export function isCommand(uri: Uri): boolean {
  return uri.scheme === 'command' && uri.path === openCommand;
}

// The converters for the client. The URIs of documents are converted as VS Code does.
export function exactUris(documentSchemes: readonly string[]) {
  const isDocument = (uri: Uri) => documentSchemes.includes(uri.scheme);
  return {
    protocol2Code(text: string): Uri {
      const uri = parse(text);
      const isKept = uri && (isDocument(uri) || (uri.scheme !== 'command' && asOpened(uri) === text));
      return isKept ? uri : asCommand(text);
    },
    code2Protocol(uri: Uri): string {
      if (isCommand(uri)) return JSON.parse(decodeURIComponent(uri.query))[0];
      return isDocument(uri) ? uri.toString() : asOpened(uri);
    },
  };
}

/** The command `linkspan.open`. */
export async function openExactly(text: string): Promise<void> {
  try {
    // The parameter is declared as a Uri, but a string works and is not changed (vscode issue 85930).
    await env.openExternal(text as unknown as Uri);
  } catch (error) {
    void window.showErrorMessage(`linkspan: VS Code does not open ${text}: ${error instanceof Error ? error.message : error}`);
  }
}
