// SPDX-License-Identifier: Apache-2.0
// The settings for the server: the section `linkspan` without the settings of this extension, as the server
// rejects unknown names.
import { ExtensionContext, Uri, workspace } from 'vscode';

const ours = ['path', 'serverUrl', 'trace.server'];

// The server's code actions call this command with a text to copy.
export const copyCommand = 'linkspan.copy';

export function serverSettings(context: ExtensionContext, resource?: Uri): Record<string, unknown> {
  const section = workspace.getConfiguration('linkspan', resource);
  const properties: object = context.extension.packageJSON.contributes.configuration.properties;
  const settings: Record<string, unknown> = { copyCommand };
  for (const property of Object.keys(properties)) {
    const name = property.replace('linkspan.', '');
    if (!ours.includes(name)) settings[name] = section.get(name);
  }
  return settings;
}
