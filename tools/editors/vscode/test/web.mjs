// SPDX-License-Identifier: Apache-2.0
// Tests the extension in VS Code for browsers, in headless Chromium: the links of letter.md are underlined, have
// hovers, and open exactly their URIs.
//
//   node test/web.mjs LINKSPAN
//
// Exit status: 0 passed, 1 failed, 77 skipped, as there is no Chromium. With LINKSPAN_WRITE_SCREENS in the
// environment, it writes screen.png and actions.png into the extension's folder.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { bridge } from './bridge.mjs';
import { serve } from './web_server.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [linkspan] = process.argv.slice(2).map(argument => path.resolve(argument));
const text = readFileSync(`${here}/letter.md`, 'utf8');
const patience = 20_000;

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = browsers.find(existsSync);
if (executablePath === undefined) {
  console.log('editors_vscode_web: skipped: Chromium is not installed (tools/setup browser)');
  process.exit(77);
}

const letterTexts = ['https://例え.jp/パス', 'www.example.com/ä', 'name@example.org',
                     'https://example.org/wiki/Mercury_(element)', 'https://example.org/歌',
                     'https://example.org/älska', 'https://example.jp/楽譜/a%2Fb?q=R%26D',
                     'http://[2001:db8::1]/音', 'https://www.pаypal.com/login'];

async function eventually(what, holds) {
  const until = Date.now() + patience;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > until) assert.fail(`never: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

class Window {
  constructor(page, steps, endConnections) {
    Object.assign(this, { page, steps, endConnections });
  }

  texts = async () => (await this.steps.step('links')).map(link => link.text);

  // The texts of the drawn links.
  underlined() {
    return this.page.$$eval('.view-line', lines => lines.flatMap(line => {
      const found = [];  // a link is one span, or several adjacent spans
      let before = null;
      for (const span of line.querySelectorAll('span > span')) {
        if (!span.classList.contains('detected-link') && !span.classList.contains('detected-link-active')) continue;
        if (before !== null && span.previousSibling === before) found.push(found.pop() + span.textContent);
        else found.push(span.textContent);
        before = span;
      }
      return found;
    }));
  }

  async place(text) {
    const box = await this.page.locator('.detected-link, .detected-link-active', { hasText: text }).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  async hover(text) {
    await this.page.mouse.move(...await this.place(text));
    return eventually(`a hover over ${text}`, () => this.page.evaluate(() => {
      const rows = [...document.querySelectorAll('.monaco-hover:not(.hidden) .hover-row')];
      return rows.map(row => row.innerText.replaceAll('\u00a0', ' ')).join('\n');
    }));
  }

  async away() {
    await this.page.mouse.move(900, 560);
    await eventually('the hover is gone', async () => !await this.page.$('.monaco-hover:not(.hidden) .hover-row'));
  }

  async screen(name) {
    if (!process.env.LINKSPAN_WRITE_SCREENS) return;
    await new Promise(resolve => setTimeout(resolve, 1000));  // until animations have ended
    await this.page.screenshot({ path: `${here}/../${name}` });
  }

  async message() {
    await eventually('a message', () => this.page.$('.notification-list-item-message'));
    return this.page.locator('.notification-list-item-message').first().innerText();
  }

  clearMessages() {
    return this.steps.step('run', { command: 'notifications.clearAll', args: [] });
  }

  // Ctrl+click.
  async click(text) {
    const place = await this.place(text);
    await this.page.mouse.move(...place);
    await this.page.keyboard.down('Control');
    await this.page.mouse.move(place[0] + 1, place[1]);
    await eventually(`${text} can be followed`, () => this.page.$('.detected-link-active'));
    await this.page.mouse.click(place[0] + 1, place[1]);
    await this.page.keyboard.up('Control');
  }

  // The URL that Ctrl+click opens.
  async follow(text) {
    await this.click(text);
    return eventually(`${text} is opened`, () => this.page.evaluate(() => self.opened.shift()));
  }
}

async function checkVsCodeAlone(window) {
  await window.steps.step('open', { language: 'markdown', text });
  await window.steps.step('set', { setting: 'linkspan.serverUrl', value: 'example.org' });
  assert.match(await window.message(), /linkspan\.serverUrl is the wss: or ws: URL of a server, or empty/);
  await window.clearMessages();
  await window.steps.step('set', { setting: 'linkspan.serverUrl', value: 'ws://localhost:1/' });
  assert.match(await window.message(), /there is no server at ws:\/\/localhost:1\//);
  assert.equal(await window.page.locator('.notification-list-item-message').count(), 1);
  await window.clearMessages();
  const texts = await window.texts();
  assert.ok(texts.includes('https://example.org/歌”!'), texts);
  assert.ok(!texts.includes('www.example.com/ä'), texts);
}

async function checkLinks(window) {
  await eventually('the links of linkspan', async () => (await window.texts()).includes('name@example.org'));
  assert.deepEqual(await window.texts(), letterTexts);
  await eventually('they are underlined', async () => (await window.underlined()).length >= letterTexts.length);
  assert.deepEqual(await window.underlined(), letterTexts);
}

async function checkHovers(window) {
  assert.match(await window.hover('www.example.com/ä'), /^URI: http:\/\/www\.example\.com\/%C3%A4\n/);
  await window.away();
  assert.match(await window.hover('name@example.org'), /^URI: mailto:name@example\.org\n/);
  await window.away();
  assert.match(await window.hover('a%2Fb'), /\nFollow link \(ctrl \+ click\)$/);
  await window.away();
  const hover = await window.hover('https://例え.jp/パス');
  assert.match(hover, /^URI: https:\/\/xn--r8jz45g\.jp\/%E3%83%91%E3%82%B9\nIRI: https:\/\/例え\.jp\/パス\n/);
  await window.screen('screen.png');
  await window.away();
}

async function checkFollowing(window) {
  assert.equal(await window.follow('www.example.com/ä'), 'http://www.example.com/%C3%A4');
  assert.equal(await window.follow('a%2Fb'), 'https://example.jp/%E6%A5%BD%E8%AD%9C/a%2Fb?q=R%26D');
  assert.equal(await window.follow('2001:db8'), 'http://[2001:db8::1]/%E9%9F%B3');
}

async function checkActions(window) {
  const { page, steps } = window;
  const found = await eventually('a diagnostic', async () => (await steps.step('diagnostics'))[0]);
  assert.match(found.message, /mixes Latin and Cyrillic/);
  await steps.step('select', { text: 'http://[2001' });
  await steps.step('run', { command: 'editor.action.quickFix', args: [] });
  const offered = await eventually('code actions', async () => {
    const rows = await page.$$eval('.action-widget .action .title', titles => titles.map(title => title.innerText));
    return rows.length > 0 && rows;
  });
  assert.deepEqual(offered.filter(title => !/Copilot/.test(title)),
                   ['Use https', 'Write as a URI in ASCII', 'Copy as URI', 'Copy as IRI']);
  await window.screen('actions.png');
  await page.keyboard.press('Enter');  // the first one
  await eventually('the link is rewritten', async () => (await window.texts()).includes('https://[2001:db8::1]/音'));
}

async function checkCopying(window) {
  const { page, steps } = window;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await steps.step('select', { text: 'https://例え' });
  const copied = steps.step('run', { command: 'linkspan.copy', args: [] });
  await eventually('a choice', () => page.$('.quick-input-list .monaco-list-row'));
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Copy as IRI' }).click();
  await copied;
  assert.equal(await steps.step('clipboard'), 'https://例え.jp/パス');
}

async function checkTyping(window) {
  const { page, steps } = window;
  await steps.step('open', { language: 'plaintext', text: '' });
  await page.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.type('see www.example.org/');
  await page.keyboard.insertText('ö');
  await eventually('a link is typed', async () => (await window.underlined()).includes('www.example.org/ö'));
  await page.keyboard.type('. And name@');
  await page.keyboard.insertText('bücher.example');
  await eventually('another one', async () => (await window.underlined()).includes('name@bücher.example'));
}

async function checkCommands(window) {
  const { steps } = window;
  await steps.step('set', { setting: 'linkspan.schemes', value: ['+command'] });
  await steps.step('open', { language: 'plaintext', text: 'see command:workbench.action.closeAllEditors' });
  await eventually('a link', async () => (await window.underlined()).length === 1);
  await window.click('command:');
  assert.match(await window.message(), /^linkspan: VS Code does not open command:workbench/);
  assert.equal((await window.underlined()).length, 1);
  await window.clearMessages();
  await steps.step('set', { setting: 'linkspan.schemes', value: undefined });
}

// VS Code's links remain where linkspan has none. `editor.links` turns off both.
async function checkSettings(window) {
  const { steps } = window;
  await steps.step('open', { language: 'plaintext', text: '“https://example.org/歌”! www.example.org' });
  await eventually('two links', async () => (await window.underlined()).length === 2);
  await steps.step('set', { setting: 'linkspan.schemes', value: ['mailto'] });
  await eventually('the link of VS Code', async () => (await window.underlined())[0] === 'https://example.org/歌”!');
  await steps.step('set', { setting: 'linkspan.schemes', value: undefined });
  await eventually('the link of linkspan', async () => (await window.underlined())[0] === 'https://example.org/歌');
  await steps.step('set', { setting: 'editor.links', value: false });
  await eventually('no link at all', async () => (await window.underlined()).length === 0);
}

async function checkEnd(window) {
  const { steps } = window;
  await steps.step('set', { setting: 'editor.links', value: undefined });
  await eventually('two links', async () => (await window.underlined()).length === 2);
  window.endConnections();
  assert.match(await window.message(), /^linkspan: the connection to ws:.* has ended\. Run "linkspan: Restart Server"/);
  await eventually('the link of VS Code', async () => (await window.underlined()).length === 1);
  await steps.step('run', { command: 'linkspan.restart', args: [] });
  await eventually('two links again', async () => (await window.underlined()).length === 2);
  assert.equal(await window.page.locator('.notification-list-item-message').count(), 1);
}

async function run(window, what, checks) {
  for (const check of checks) {
    await check(window);
    console.log(`${check.name}, ${what}: passed`);
  }
}

async function main(window, serverUrl) {
  const both = [checkLinks, checkHovers, checkFollowing, checkActions, checkCopying, checkTyping, checkCommands, checkSettings];
  await window.steps.step('open', { language: 'markdown', text });
  await run(window, 'without a server', both);
  await window.steps.step('set', { setting: 'editor.links', value: undefined });
  await checkVsCodeAlone(window);
  await window.steps.step('set', { setting: 'linkspan.serverUrl', value: serverUrl });
  await run(window, 'with a server', [...both, checkEnd]);
}

const { server, url, steps } = await serve(() => ({ 'workbench.startupEditor': 'none', 'editor.minimap.enabled': false }));
const endConnections = bridge(server, '/lsp', linkspan, ['lsp']);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
  await page.addInitScript(() => {
    self.opened = [];
    self.open = url => { self.opened.push(String(url)); return self; };
  });
  await page.goto(url);
  try {
    await main(new Window(page, steps, endConnections), `${url.replace('http', 'ws')}lsp`);
  } catch (error) {
    await page.screenshot({ path: `${here}/../dist/failed.png` });
    console.log('tools/editors/vscode/dist/failed.png shows the window');
    throw error;
  }
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
