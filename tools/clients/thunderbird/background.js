// SPDX-License-Identifier: Apache-2.0
// Finds the links for display.js, which sends the texts of a message. The module is here and not in the message pane: there,
// each message would have an own copy of it, and 90 messages took 300 MB until the next collection.
import { isOpenable } from './linkspan/destination.js';
import { findInPage } from './linkspan/find.js';
import { load } from './linkspan/instance.js';
import { storedSettings } from './settings.js';
import { warningOf, warningOfAnchor } from './warnings.js';

const ready = load(fetch(browser.runtime.getURL('linkspan/linkspan.wasm')));

let settings = storedSettings();
browser.storage.local.onChanged.addListener(() => { settings = storedSettings(); });

const names = (schemes) => schemes.split(/[\s,]+/).filter((name) => name !== '');

// Of a link that the reader may open: its place, its destination, the text of its tooltip, and a warning.
function shown(link, warns) {
  const title = link.display === link.uri ? link.uri : `${link.display}\n${link.uri}`;
  return { start: link.start, end: link.end, uri: link.uri, title, warning: warns ? warningOf(link) : '' };
}

// Names of schemes that cannot be used are ignored, so that links are shown all the same.
function optionsOf({ profile, bareDomains, email, schemes }) {
  const options = { profile, bareDomains, email };
  const given = names(schemes);
  if (given.length === 0) return options;
  try {
    findInPage('', { ...options, schemes: given });
    return { ...options, schemes: given };
  } catch (error) {
    console.warn(`linkspan: the schemes of the option page are not used: ${error.message}`);
    return options;
  }
}

async function answer({ texts, anchors }) {
  await ready;
  const current = await settings;
  const options = Object.freeze(optionsOf(current));
  const open = options.schemes;
  const links = texts.map((text) => findInPage(text, options).filter((link) => isOpenable(link.uri, open))
    .map((link) => shown(link, current.warnings)));
  const warnings = current.warnings ? anchors.map((anchor) => warningOfAnchor(anchor, options)) : anchors.map(() => '');
  return { links, warnings };
}

// Not an async function: it would answer every message.
browser.runtime.onMessage.addListener((message) => (message?.texts === undefined ? undefined : answer(message)));

// Messages that are shown when the add-on is installed get their links at once.
browser.runtime.onInstalled.addListener(async () => {
  for (const { id } of await browser.tabs.query({})) {
    try {
      await browser.scripting.insertCSS({ target: { tabId: id }, files: ['display.css'] });
      await browser.scripting.executeScript({ target: { tabId: id }, files: ['display.js'] });
    } catch {
      // A tab without a message.
    }
  }
});
