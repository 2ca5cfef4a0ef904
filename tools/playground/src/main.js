// SPDX-License-Identifier: Apache-2.0
// The page. An edit takes as long as its visible lines: what takes longer (details, the list, the address) waits until the
// keys pause.
/* global VERSION, MODULE */
import { load } from 'linkspan';
import { showComparison } from './comparison.js';
import { showDetails } from './details.js';
import { goTo, hasNewOptions, makeEditor, optionsChanged } from './editor.js';
import { element } from './elements.js';
import { textOfFile } from './files.js';
import { corpusLine, withMark } from './report.js';
import { readState, writeState } from './state.js';
import { TextIndex } from './text_index.js';
import { isDeceptive, warningsAbout } from './warnings.js';

const kExample = `Type here: example.org/start, https://example.com/a_(b), or name@example.org!
日本語の文の中に、https://例え.テスト/地図 を開いてください。
会場は「https://example.jp/会場/東館」です。
زوروا الموقع https://مثال.إختبار/صفحة، ثم اكتبوا إلى info@example.org.
Δείτε το παράδειγμα.ελ/σελίδα· и пишите на имя@пример.рф.
Not what they seem: http://аррӏе.com/, https://www.paypal.com@evil.example/ and http://0x7f.1/.
Not links: 1.2.3, config.py, foo.bar(), etc.and so on.
In code: curl "https://api.example.com/v1/items?q=a&n=10" | jq .items[0].url
`;
const kPause = 120;
const kMostListed = 100;

const by = (id) => document.getElementById(id);
const initial = readState();
let options;
let index;
let editor;
let timer;

function readOptions() {
  options = Object.freeze({ profile: by('profile').value, bareDomains: by('bareDomains').checked, email: by('email').checked });
}

function setTheme() {
  const theme = by('theme').value;
  const isDark = theme === 'dark' || (theme === '' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', isDark);
}

function lineAtCursor() {
  const { doc, selection } = editor.view.state;
  return doc.lineAt(selection.main.head);
}

function itemOf(each, chosen) {
  const isWarned = isDeceptive(each);
  const button = element('button', { type: 'button', class: isWarned ? 'deceptive' : undefined,
    'aria-current': chosen !== undefined && each.start === chosen.start ? 'true' : undefined }, each.text);
  button.addEventListener('click', () => goTo(editor.view, each));
  if (!isWarned) return element('li', {}, button);
  const { sentence } = warningsAbout(each)[0];
  return element('li', {}, button, element('p', { class: 'warning' }, '⚠ ', sentence, ' It leads to ', element('strong', {}, element('bdi', {}, each.host || each.uri)), '.'));
}

function showList(link) {
  const { from, to } = editor.view.viewport;
  const links = index.linksIn(from, to);
  const rest = links.length - kMostListed;
  by('links').replaceChildren(...links.slice(0, kMostListed).map((each) => itemOf(each, link)),
    ...(rest > 0 ? [element('li', { class: 'rest' }, `and ${rest} more`)] : []));
}

function showAll() {
  const { doc, selection } = editor.view.state;
  const { head } = selection.main;
  const link = index.at(head);
  by('status').textContent = `${index.count} ${index.count === 1 ? 'link' : 'links'}`;
  showList(link);
  showDetails(by('details'), doc, link, head, options);
  by('comparison').hidden = !by('compare').checked;
  if (by('compare').checked) showComparison(by('rows'), lineAtCursor().text, options);
  writeState({ text: doc.length <= 10000 ? doc.toString() : undefined, ...options, compare: by('compare').checked, theme: by('theme').value });
}

function showSoon() {
  clearTimeout(timer);
  timer = setTimeout(showAll, kPause);
}

function changeOptions() {
  readOptions();
  index.reset(editor.view.state.doc.toString(), options);
  editor.view.dispatch({ effects: optionsChanged.of(null) });
  showAll();
}

async function openFile(file) {
  const text = textOfFile(file.name, new Uint8Array(await file.arrayBuffer()));
  editor.view.dispatch({ changes: { from: 0, to: editor.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

function acceptFiles() {
  by('file').addEventListener('change', () => { if (by('file').files.length > 0) openFile(by('file').files[0]); });
  // Before the editor, which would insert the file as text.
  const all = document.documentElement;
  all.addEventListener('dragover', (event) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    all.classList.add('dropping');
  }, true);
  all.addEventListener('dragleave', () => all.classList.remove('dropping'), true);
  all.addEventListener('drop', (event) => {
    all.classList.remove('dropping');
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    openFile(event.dataTransfer.files[0]);
  }, true);
}

async function copyReport() {
  const text = `#! profile: ${options.profile}\n${by('report-line').value}\n`;
  try {
    await navigator.clipboard.writeText(text);
    by('report-status').textContent = 'Copied. Send it to linkspan\'s issues, or add it to a file of corpus/.';
  } catch {
    by('report-line').select();
    by('report-status').textContent = 'Press Ctrl+C to copy the line.';
  }
}

function acceptReports() {
  by('report').addEventListener('click', () => {
    const line = lineAtCursor();
    const links = index.linksIn(line.from, line.to).map(({ start, end }) => ({ start: Math.max(start - line.from, 0), end: Math.min(end - line.from, line.length) }));
    by('report-line').value = corpusLine(line.text, links);
    by('report-status').textContent = '';
    by('report-dialog').showModal();
  });
  by('mark').addEventListener('click', () => {
    const area = by('report-line');
    if (area.selectionStart < area.selectionEnd) area.value = withMark(area.value, area.selectionStart, area.selectionEnd);
  });
  by('copy').addEventListener('click', copyReport);
}

function decoded(base64) {
  if (Uint8Array.fromBase64 !== undefined) return Uint8Array.fromBase64(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function moduleBytes() {
  const packed = decoded(MODULE);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

async function start() {
  for (const name of ['bareDomains', 'email', 'compare']) by(name).checked = initial[name];
  for (const name of ['profile', 'theme']) by(name).value = initial[name];
  by('version').textContent = VERSION;
  setTheme();
  readOptions();
  await load(moduleBytes());
  const text = initial.text ?? kExample;
  index = new TextIndex(text.replace(/\r\n?/g, '\n'), options);
  editor = makeEditor(by('editor'), text, index, (update) => {
    if (update.docChanged || update.selectionSet || update.viewportChanged || hasNewOptions(update)) showSoon();
  });
  performance.mark('linkspan:links');
  for (const name of ['profile', 'bareDomains', 'email']) by(name).addEventListener('change', changeOptions);
  by('compare').addEventListener('change', showAll);
  by('theme').addEventListener('change', () => { setTheme(); showAll(); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', setTheme);
  by('next').addEventListener('click', editor.next);
  by('previous').addEventListener('click', editor.previous);
  acceptFiles();
  acceptReports();
  showAll();
}

start();
