// SPDX-License-Identifier: Apache-2.0
// Promise: the page of tools/playground works from a file: address, without a network: links as one types, what decided, files,
// the comparison, the address, reports; keys take under 16 ms in a text of 1 MB; axe finds nothing serious; nothing is
// wider than a telephone.
//
//   page.mjs SOURCE_DIR [--screens FOLDER]
//
// Exit status: 0 passed, 1 failed, 77 skipped.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const source = resolve(process.argv[2]);
const screens = process.argv[3] === '--screens' ? resolve(process.argv[4]) : undefined;
const modules = join(source, 'build/npm/npm/node_modules');
const skip = (why) => { console.log(`playground: skipped: ${why}`); process.exit(77); };
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (executablePath === undefined) skip('there is no Chromium; run: tools/setup browser');
if (!existsSync(join(modules, 'playwright-core')) || !existsSync(join(source, 'build/npm_package/linkspan.wasm'))) {
  skip('the npm package is not built; run: tools/setup web && tools/npm/build');
}
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');
const axe = readFileSync(join(modules, 'axe-core/axe.min.js'), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'playground-'));
const file = join(folder, 'linkspan.html');
execFileSync('node', [join(source, 'tools/playground/make_page.mjs'), modules, join(source, 'build/npm_package'), file], { stdio: 'ignore' });
const url = pathToFileURL(file).href;

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] });

async function open(fragment = '', settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...settings });
  context.setDefaultTimeout(120_000);  // the machine may be busy
  const page = await context.newPage();
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.problems.push(message.text()); });
  page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url())) page.problems.push(`a request of ${request.url()}`); });
  await page.goto(`${url}${fragment}`);
  await page.waitForFunction(() => document.querySelector('#status').textContent !== '');
  return page;
}

const linksOf = (page) => page.$$eval('#links button', (all) => all.map((one) => one.textContent));
const underlined = (page) => page.$$eval('.cm-line .link', (all) => all.map((one) => one.textContent));
const fragmentOf = (state) => `#${new URLSearchParams(state)}`;
const settled = (page) => page.waitForTimeout(400);

async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

async function checkTyping() {
  const page = await open(fragmentOf({ text: 'a' }));
  assert.deepEqual(await linksOf(page), []);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' 会場はhttps://例え.jp/会場/2です。');
  await settled(page);
  assert.deepEqual(await underlined(page), ['https://例え.jp/会場/2']);
  assert.equal(await page.textContent('#status'), '1 link');
  await page.keyboard.type('\nand www.example.org/a_(b))');
  await settled(page);
  assert.deepEqual(await linksOf(page), ['https://例え.jp/会場/2', 'www.example.org/a_(b)']);
  await page.keyboard.press('Control+z');
  await settled(page);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  const details = await page.textContent('#details');
  assert.match(details, /https:\/\/xn--r8jz45g\.jp\/%E4%BC%9A%E5%A0%B4\/2/);
  assert.match(details, /script_boundary.*Without it: https:\/\/例え\.jp\/会場\/2です/);
  assert.match(details, /host例え\.jp/);
  await close(page);
}

async function checkState() {
  const text = 'see 1.example.org/x and (name@example.org)\nfoo.bar() config.py';
  const page = await open(fragmentOf({ text, profile: 'strict', compare: '1', email: '0' }));
  assert.equal(await page.inputValue('#profile'), 'strict');
  assert.equal(await page.isChecked('#email'), false);
  assert.equal(await page.$$eval('#rows tr', (rows) => rows.length), 5);
  await page.selectOption('#profile', 'prose');
  await page.check('#email');
  await settled(page);
  assert.deepEqual(await linksOf(page), ['1.example.org/x', 'name@example.org']);
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('text'), text);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await settled(page);
  assert.match(await page.textContent('#details'), /is not a link: /);
  await close(page);
}

async function checkFiles() {
  const page = await open();
  writeFileSync(join(folder, 'a.eml'), readFileSync(join(source, 'tools/clients/letter.eml')));
  await page.setInputFiles('#file', join(folder, 'a.eml'));
  await settled(page);
  assert.equal((await linksOf(page)).length, 5);
  const mail = 'Content-Type: multipart/alternative; boundary="b"\r\nFrom: a@example.org\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n'
    + 'Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>see https://example.org/=C3=A4</p><p>b</p>\r\n--b--\r\n';
  writeFileSync(join(folder, 'b.eml'), mail);
  await page.setInputFiles('#file', join(folder, 'b.eml'));
  await settled(page);
  assert.deepEqual(await linksOf(page), ['https://example.org/ä']);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped: example.org/file'], 'c.txt'));
    return transfer;
  });
  await page.dispatchEvent('.cm-content', 'drop', { dataTransfer: dropped });
  await settled(page);
  assert.deepEqual(await linksOf(page), ['example.org/file']);
  await close(page);
}

async function checkReport() {
  const page = await open(fragmentOf({ text: '# a\u00A0b https://example.org/x⸠, c' }));
  await page.click('#report');
  assert.match(await page.inputValue('#report-line'), /^⟦23⟧ a⟦A0⟧b ⸠https:\/\/example\.org\/x⸡⟦2E20⟧, c$/);
  await page.$eval('#report-line', (area) => { area.focus(); area.setSelectionRange(area.value.indexOf('example'), area.value.indexOf('/x')); });
  await page.click('#mark');
  assert.match(await page.inputValue('#report-line'), /^⟦23⟧ a⟦A0⟧b https:\/\/⸠example\.org⸡\/x⟦2E20⟧, c$/);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#report-dialog'), false);
  await close(page);
}

// What may not lead where it seems to is marked in the text and in the list, with a sentence.
async function checkDeceptive() {
  const text = 'see https://www.paypal.com@evil.example/ and http://аррӏе.com/ or https://a.example/, ok';
  const page = await open(fragmentOf({ text }));
  const deceptive = await page.$$eval('.cm-line .link.deceptive', (all) => all.map((one) => one.textContent));
  assert.deepEqual(deceptive, ['https://www.paypal.com@evil.example/', 'http://аррӏе.com/']);
  assert.equal((await underlined(page)).length, 3);
  const sentences = await page.$$eval('#links .warning', (all) => all.map((one) => one.textContent));
  assert.equal(sentences.length, 2);
  assert.match(sentences[0], /It leads to evil\.example\.$/);
  assert.match(sentences[1], /looks like `apple`\. It leads to xn--/);
  assert.ok(sentences.every((sentence) => !/-host\b|confusable|userinfo-/.test(sentence)), sentences.join('\n'));
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  assert.match(await page.textContent('#details .warnings'), /^⚠ /);
  assert.match(await page.textContent('#details'), /It ends there because a space follows/);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  assert.match(await page.textContent('#details'), /It ends there because ‘,’ belongs to the sentence around it/);
  await close(page);
}

async function checkCopies() {
  const page = await open(fragmentOf({ text: 'see https://例え.jp/é "x"', profile: 'code' }), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  const copied = async (label) => {
    await page.click(`#details button:text("${label}")`);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied('Copy URI'), 'https://xn--r8jz45g.jp/%C3%A9');
  assert.equal(await copied('Copy as code'), 'import { find } from \'linkspan\';\n\nconst links = find("see https://例え.jp/é \\"x\\"", {"profile":"code"});\n'
    + 'console.log(links.map((link) => link.uri));\n');
  await close(page);
}

// The list is as long as its links, and on a telephone the result is in view with the text.
async function checkPlaces() {
  const text = Array.from({ length: 30 }, (_, i) => `https://example.org/${i}`).join('\n');
  const page = await open(fragmentOf({ text }));
  assert.ok(await page.$eval('#links', (list) => list.scrollHeight <= list.clientHeight && list.clientHeight > 400));
  await close(page);
  const phone = await open('', { viewport: { width: 390, height: 800 } });
  await phone.locator('.cm-content').focus();
  await phone.keyboard.press('Alt+ArrowDown');
  await settled(phone);
  const [editor, uri, list] = await Promise.all(['#editor', '#details dd.ltr', '#links'].map((selector) => phone.locator(selector).first().boundingBox()));
  assert.ok(editor.y + editor.height <= uri.y && uri.y + uri.height < 800 && uri.y < list.y, JSON.stringify({ editor, uri, list }));
  await close(phone);
}

// Without a mouse: Tab reaches each control, and leaves the editor.
async function checkKeyboard() {
  const page = await open();
  const seen = new Set();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    seen.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className.split(' ')[0] || document.activeElement.tagName));
  }
  for (const name of ['profile', 'bareDomains', 'email', 'compare', 'file', 'theme', 'cm-content', 'previous', 'next', 'report']) {
    assert.ok(seen.has(name), `Tab never reaches ${name}: ${[...seen]}`);
  }
  await close(page);
}

async function checkAxe() {
  for (const [theme, width] of [['light', 1280], ['dark', 1280], ['light', 360], ['dark', 360]]) {
    const page = await open(fragmentOf({ theme, compare: '1' }), { viewport: { width, height: 800 }, bypassCSP: true });
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await settled(page);
    await page.addScriptTag({ content: axe });
    const check = async (part) => {
      const { violations } = await page.evaluate((selector) => globalThis.axe.run(selector), part);
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => [id, nodes.map((node) => [node.html, node.failureSummary])]), []);
      return violations.length;
    };
    const others = await check('html');
    await page.click('#report');
    await check('#report-dialog');  // the rest cannot be reached
    console.log(`playground: axe at ${width} pixels, ${theme}: nothing serious, ${others} others`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width} pixels`);
    await page.context().close();
  }
}

const kKeys = 60;
const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1];

// The processor time until everything is shown, in ms, as the machine may be busy with other tests; without what Chromium needs to open
// any page, which is more, and differs from version to version.
async function timeOfStart() {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('#status').textContent !== '');
  const { metrics } = await session.send('Performance.getMetrics');
  await page.close();
  const ofPage = ['ScriptDuration', 'V8CompileDuration', 'LayoutDuration', 'RecalcStyleDuration'];
  return 1000 * metrics.reduce((sum, { name, value }) => sum + (ofPage.includes(name) ? value : 0), 0);
}

async function checkSpeed() {
  const used = [];
  for (let i = 0; i < 5; i++) used.push(await timeOfStart());
  const starts = [];  // from when the page is loaded, and from when its address is opened
  for (let i = 0; i < 5; i++) {
    const page = await open();
    starts.push(await page.evaluate(() => {
      const { startTime } = performance.getEntriesByName('linkspan:links')[0];
      return [startTime - performance.getEntriesByType('navigation')[0].domInteractive, startTime];
    }));
    await close(page);
  }
  const [loaded, opened] = [0, 1].map((i) => starts.map((times) => times[i]));
  console.log(`playground: first links ${Math.min(...loaded).toFixed(0)} ms after the page is loaded (least; median ${middle(loaded).toFixed(0)}), `
    + `${Math.min(...opened).toFixed(0)} ms after it is opened (least; median ${middle(opened).toFixed(0)}); `
    + `${middle(used).toFixed(0)} ms of processor time of the page until all is shown`);
  const page = await open();
  const line = 'A line of ordinary text as people write it, and now and then a link such as https://example.org/path?q=1 in it.\n';
  const filler = 'Most of the lines of a mail or a page have none at all, and go on about this and that, as this one does.\n';
  writeFileSync(join(folder, 'long.txt'), (line + filler.repeat(9)).repeat(960));
  await page.setInputFiles('#file', join(folder, 'long.txt'));
  await page.waitForFunction(() => document.querySelector('#status').textContent === '960 links');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Home');
  for (let i = 0; i < 200; i++) await page.keyboard.press('PageDown');
  await settled(page);
  // From the key to the end of the work that it causes, in the page: layout included.
  const times = await page.evaluate(async (keys) => {
    const found = [];
    for (let i = 0; i < keys; i++) {
      const begin = performance.now();
      document.execCommand('insertText', false, 'see www.example.org/abc '[i % 24]);
      await Promise.resolve();
      void document.querySelector('.cm-content').offsetHeight;
      found.push(performance.now() - begin);
      await new Promise((done) => { setTimeout(done, 30); });
    }
    return found;
  }, kKeys);
  console.log(`playground: a key in 1 MB: ${middle(times).toFixed(1)} ms (median), ${times[Math.floor(kKeys * 0.9)].toFixed(1)} ms (90 %), ${times.at(-1).toFixed(1)} ms (most)`);
  await settled(page);
  assert.ok(Number((await page.textContent('#status')).split(' ')[0]) >= 962);
  await close(page);
  // Wall-clock times are those of a machine that may be busy.
  assert.ok(middle(times) < 16 || times[0] < 8, 'keys take too long');
  assert.ok(Math.min(...loaded) < 100 || middle(used) < 150, 'the first links take too long');
}

const kShown = {
  example: undefined,
  deceptive: 'Pay at https://www.paypal.com@evil.example/ or http://аррӏе.com/store, and look at http://0x7f.1/.\nThis one is as it seems: https://example.org/a.\n',
  arabic: 'زوروا الموقع https://مثال.إختبار/صفحة، ثم اكتبوا إلى info@example.org.\nانظر (www.example.com/a) أو https://example.org/قائمة؟\nعنوان: https://ar.wikipedia.org/wiki/القاهرة.\n',
  japanese: '日本語の文の中に、https://例え.テスト/地図 を開いてください。\n会場は「https://example.jp/会場/東館」です。詳しくはwww.example.jpまで。\n',
};

async function takeScreens() {
  mkdirSync(screens, { recursive: true });
  for (const width of [390, 1280]) {
    for (const theme of ['light', 'dark']) {
      for (const [name, text] of Object.entries(kShown)) {
        const page = await open(fragmentOf({ theme, compare: '1', ...(text === undefined ? {} : { text }) }), { viewport: { width, height: 800 } });
        await page.locator('.cm-content').focus();
        await page.keyboard.press('Alt+ArrowDown');
        await settled(page);
        await page.screenshot({ path: join(screens, `${name}-${width}-${theme}.png`), fullPage: true });
        await page.context().close();
      }
    }
  }
}

try {
  if (screens !== undefined) {
    await takeScreens();
  } else {
    for (const check of [checkTyping, checkState, checkFiles, checkDeceptive, checkCopies, checkPlaces, checkReport, checkKeyboard, checkAxe, checkSpeed]) await check();
    console.log('playground: passed');
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
