// SPDX-License-Identifier: Apache-2.0
// The text of a file: of a mail, its text parts; of HTML, what a reader sees.
const decoder = (charset) => {
  try {
    return new TextDecoder(charset || 'utf-8');
  } catch {
    return new TextDecoder('windows-1252');  // a charset that the platform does not know
  }
};
const bytesOf = (binary) => Uint8Array.from(binary, (character) => character.charCodeAt(0));

function textOfHtml(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of page.querySelectorAll('script, style, template, title, noscript')) hidden.remove();
  for (const end of page.querySelectorAll('br, p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre')) end.append('\n');
  for (const end of page.querySelectorAll('br')) end.replaceWith('\n');
  return page.body.textContent.replace(/\n[ \t\n]*\n/g, '\n\n').trim();
}

function unquoted(text) {
  return text.replace(/[ \t]*=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
}

// The headers and the body of a message or part, which is a string of bytes.
function split(part) {
  const end = /\r?\n\r?\n/.exec(part);
  const head = end === null ? part : part.slice(0, end.index);
  const headers = new Map();
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? '' : part.slice(end.index + end[0].length) };
}

function parameter(value, name) {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(value);
  return found?.[1] ?? found?.[2];
}

// RFC 3676: a line that ends with a space goes on in the next one.
function unflowed(text, deletesSpace) {
  return text.replace(/\r\n/g, '\n').replace(/^(?!-- $)(.*) \n(?=(>*))/gm, (whole, line) => (line === '' ? whole : `${line}${deletesSpace ? '' : ' '}`));
}

function textOfPart(part, depth) {
  const { headers, body } = split(part);
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = parameter(type, 'boundary');
  if (/^multipart\//i.test(type) && boundary !== undefined && depth < 10) {
    const parts = `\n${body}`.split(`\n--${boundary}`).slice(1).filter((each) => !each.startsWith('--'));
    const texts = parts.map((each) => textOfPart(each.replace(/^[ \t]*\r?\n/, ''), depth + 1));
    const wanted = /^multipart\/alternative/i.test(type) ? texts.filter((text) => text !== '').slice(0, 1) : texts;
    return wanted.filter((text) => text !== '').join('\n\n');
  }
  if (!/^text\//i.test(type) || /^attachment/i.test(headers.get('content-disposition') ?? '')) return '';
  const encoding = (headers.get('content-transfer-encoding') ?? '').toLowerCase();
  const binary = encoding === 'base64' ? atob(body.replace(/[^A-Za-z0-9+/]/g, '')) : encoding === 'quoted-printable' ? unquoted(body) : body;
  const text = decoder(parameter(type, 'charset')).decode(bytesOf(binary));
  if (/^text\/html/i.test(type)) return textOfHtml(text);
  return /format\s*=\s*"?flowed/i.test(type) ? unflowed(text, /delsp\s*=\s*"?yes/i.test(type)) : text;
}

function isMail(name, binary) {
  return /\.(eml|mbox)$/i.test(name) || /^(From |(Return-Path|Received|From|Date|Subject|Message-ID|MIME-Version): )/i.test(binary);
}

/** The text of a file with this name and these bytes. */
export function textOfFile(name, bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length && at < 65536; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, Math.min(at + 8192, 65536)));
  if (isMail(name, binary)) {
    for (let at = binary.length; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return textOfPart(binary, 0);
  }
  const text = decoder('utf-8').decode(bytes);
  return /\.x?html?$/i.test(name) || /^\s*<(!doctype html|html)/i.test(text) ? textOfHtml(text) : text;
}
