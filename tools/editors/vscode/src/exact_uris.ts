// SPDX-License-Identifier: Apache-2.0
// Opens the URI that the server has found, byte for byte.
//
// VS Code keeps the target of a link as a Uri, which decodes percent-encoding, and encodes it again
// when it opens the link. `https://example.org/%C3%A9` comes back as it was; three others do not:
//
//   https://example.org/a%2Fb       is opened as  https://example.org/a/b
//   https://example.org/?q=R%26D    is opened as  https://example.org/?q=R&D
//   http://[2001:db8::1]/           is opened as  http://%5B2001:db8::1%5D/
//
// A URI like these becomes `command:linkspan.open?…`, which holds it as a string: VS Code opens
// strings as they are. RFC 3986, section 2.4, says why decoding too early changes a URI.
//
// SAFETY: A text or a rule of a workspace can make any URI. One with scheme `command` would run a command of
// VS Code; as a string, it is refused when it is opened.
//
// Guarded by test/session.mjs, which looks at the targets, and test/web.mjs, which opens them.
import { Uri, env, window } from 'vscode';

export const openCommand = 'linkspan.open';

// What VS Code makes of a Uri that it opens outside (its opener service).
function asOpened(uri: Uri): string {
  return encodeURI(uri.toString(true));
}

// A Uri cannot be `foo:////bar`, though RFC 3986 has nothing against it.
function parse(text: string): Uri | undefined {
  try {
    return Uri.parse(text);
  } catch {
    return undefined;
  }
}

function asCommand(text: string): Uri {
  // VS Code decodes the query of a command once more than that of other URIs.
  return Uri.from({ scheme: 'command', path: openCommand, query: encodeURIComponent(JSON.stringify([text])) });
}

export function isCommand(uri: Uri): boolean {
  return uri.scheme === 'command' && uri.path === openCommand;
}

// For the client's conversions. Documents keep the Uri that VS Code knows them by.
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
    // The declaration asks for a Uri; a string is passed on as it is (vscode issue 85930).
    await env.openExternal(text as unknown as Uri);
  } catch (error) {
    void window.showErrorMessage(`linkspan: VS Code does not open ${text}: ${error instanceof Error ? error.message : error}`);
  }
}
