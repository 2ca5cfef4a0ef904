// SPDX-License-Identifier: Apache-2.0
// An extension that is controlled by the test: it fetches a step, performs it, and sends its result, repeatedly.
const vscode = require('vscode');

const steps = {
  async open({ language, text }) {
    const document = await vscode.workspace.openTextDocument({ language, content: text });
    await vscode.window.showTextDocument(document, { preview: false });
    return document.uri.toString();
  },
  // The links that VS Code shows, of all providers together.
  async links() {
    const { document } = vscode.window.activeTextEditor;
    const links = await vscode.commands.executeCommand('vscode.executeLinkProvider', document.uri, 100);
    return links.map(link => ({ text: document.getText(link.range), target: link.target?.toString(true),
                                tooltip: link.tooltip }));
  },
  async edit({ from, to }) {
    const { document } = vscode.window.activeTextEditor;
    const begin = document.getText().indexOf(from);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(document.positionAt(begin), document.positionAt(begin + from.length)), to);
    return vscode.workspace.applyEdit(edit);
  },
  async set({ setting, value }) {
    await vscode.workspace.getConfiguration().update(setting, value, vscode.ConfigurationTarget.Global);
  },
  async run({ command, args }) {
    return await vscode.commands.executeCommand(command, ...args) ?? null;
  },
  async select({ text }) {
    const editor = vscode.window.activeTextEditor;
    const position = editor.document.positionAt(editor.document.getText().indexOf(text));
    editor.selection = new vscode.Selection(position, position);
  },
  async diagnostics() {
    const { document } = vscode.window.activeTextEditor;
    return vscode.languages.getDiagnostics(document.uri).map(found => ({
      text: document.getText(found.range), severity: found.severity, message: found.message }));
  },
  async clipboard() {
    return vscode.env.clipboard.readText();
  },
};

async function run(url) {
  for (;;) {
    const step = await (await fetch(url)).json();
    if (step.name === 'end') return;
    let outcome;
    try {
      outcome = { result: await steps[step.name](step) ?? null };
    } catch (error) {
      outcome = { error: String(error.stack ?? error) };
    }
    await fetch(url, { method: 'POST', body: JSON.stringify(outcome) });
  }
}

exports.activate = context => {
  void run(vscode.Uri.joinPath(context.extensionUri, '../steps').toString(true));
};
