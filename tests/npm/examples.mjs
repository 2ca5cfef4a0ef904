// SPDX-License-Identifier: Apache-2.0
// What the documentation of linkify-it, linkifyjs and Autolinker shows, and what users ask of linkifiers, in our own words: the options that do
// the same here, and the links that are expected.
import assert from 'node:assert/strict';
import { find, hashtag, linkify as linkifyText, mention, test } from 'linkspan';
import { linkifyHtml } from 'linkspan/html';
import linkifyIt from 'linkspan/linkify-it';

const texts = (text, options) => find(text, options).map((link) => link.text);
const shown = (text, options) => linkifyText(text, { rel: '', ...options }).replaceAll(' dir="ltr"', '');
const a = (uri, text = uri, more = '') => `<a href="${uri}"${more}>${text}</a>`;

const checks = {
  linkifyIt() {
    const linkify = linkifyIt({ fuzzyLink: true }).tlds('onion', true).add('git:', 'http:').add('ftp:', null).set({ fuzzyIP: true });
    assert.equal(linkify.test('Site github.com!'), true);
    assert.deepEqual(linkify.match('Site github.com!').map(({ index, lastIndex, url, text, schema }) => ({ index, lastIndex, url, text, schema })),
      [{ schema: '', index: 5, lastIndex: 15, url: 'http://github.com', text: 'github.com' }]);
    assert.equal(linkify.match('see shop.onion')[0].url, 'http://shop.onion');
    assert.equal(linkify.match('git://github.com/a')[0].schema, 'git:');
    assert.equal(linkify.match('ftp://example.org/'), null);
    const names = linkifyIt().add('@', {
      validate: (text, pos, self) => {
        const tail = text.slice(pos);
        self.names ??= /^([a-zA-Z0-9_]){2,15}(?!_)(?=$|[\s\p{P}])/u;
        return self.names.test(tail) && !(pos >= 2 && text[pos - 2] === '@') ? tail.match(self.names)[0].length : 0;
      },
      normalize: (match) => { match.url = `https://example.social/${match.url.replace(/^@/, '')}`; },
    });
    assert.equal(names.match('say hello to @dear_reader, please')[0].url, 'https://example.social/dear_reader');
  },

  linkifyjs() {
    const options = { defaultScheme: 'https' };
    assert.equal(shown('Any links to github.com here? If not, contact test@example.com', options),
      `Any links to ${a('https://github.com', 'github.com')} here? If not, contact ${a('mailto:test@example.com', 'test@example.com')}`);
    assert.equal(shown('github.com', { attributes: { title: 'x', onclick: 'y' } }), a('http://github.com', 'github.com', ' title="x"'));
    assert.equal(shown('a.example.org/x', { className: 'new-link', target: (link) => (link.kind === 'url' ? '_blank' : undefined) }),
      a('http://a.example.org/x', 'a.example.org/x', ' class="new-link" target="_blank"'));
    assert.equal(shown('https://example.org/a/very/long/path', { format: (text) => text.toUpperCase() }), a('https://example.org/a/very/long/path', 'HTTPS://EXAMPLE.ORG/A/VERY/LONG/PATH'));
    assert.equal(shown('http://example.org and https://example.com', { validate: (link) => link.uri.startsWith('https:') }), `http://example.org and ${a('https://example.com')}`);
    assert.equal(shown('one\nexample.com/a', { nl2br: true }), `one<br>\n${a('http://example.com/a', 'example.com/a')}`);
    assert.equal(shown('example.com/a', { tagName: 'span' }), '<span data-href="http://example.com/a">example.com/a</span>');
    assert.equal(shown('Hello @nick, see #news', { rules: [mention('/people/{1}'), hashtag('/tags/{1}')] }), `Hello ${a('/people/nick', '@nick')}, see ${a('/tags/news', '#news')}`);
    assert.equal(test('github.com', { whole: true }), true);
    assert.equal(test('not github.com', { whole: true }), false);
    assert.equal(test('foo@bar.com', { whole: true, email: true }), true);
    assert.deepEqual(find('dev@example.com')[0].kind, 'email');
    assert.equal(linkifyHtml('<h1>Title</h1><p>see www.example.com<br>and <b>me@example.com</b></p><code>c.example.com/x</code>', { rel: '' }).replaceAll(' dir="ltr"', ''),
      `<h1>Title</h1><p>see ${a('http://www.example.com', 'www.example.com')}<br>and <b>${a('mailto:me@example.com', 'me@example.com')}</b></p><code>c.example.com/x</code>`);
  },

  autolinker() {
    assert.equal(shown('Check out google.com', { target: '_blank' }), `Check out ${a('http://google.com', 'google.com', ' target="_blank"')}`);
    assert.match(shown('http://www.yahoo.com/some/long/path/to/a/file', { truncate: { length: 25, where: 'middle' } }), />http:\/\/www\.yahoo\.com…[^<]{4}</);
    assert.match(shown('http://www.yahoo.com/some/long/path/to/a/file', { truncate: { length: 32, where: 'smart' } }), />yahoo\.com\/…(?:\/[a-z]+)+</);
    assert.deepEqual(texts('www.example.org example.org', { bareDomains: 'www' }), ['www.example.org']);
    assert.deepEqual(texts('me@example.org example.org/a', { email: false }), ['example.org/a']);
    assert.equal(linkifyHtml('<p>google.com <a href="x">yahoo.com</a></p>', { rel: '', className: 'link' }).replaceAll(' dir="ltr"', ''),
      `<p>${a('http://google.com', 'google.com', ' class="link"')} <a href="x">yahoo.com</a></p>`);
  },

  // What users have reported of linkifiers.
  users() {
    for (const [text, ...links] of [
      ['open config.json, main.py, index.html or README.md'],
      ['run script.sh and foo.bar()'],
      ['（https://example.jp/会場）と「https://example.jp/a」、【https://example.jp/b】。', 'https://example.jp/会場', 'https://example.jp/a', 'https://example.jp/b'],
      ['见《https://example.cn/书》和〈www.example.cn〉', 'https://example.cn/书', 'www.example.cn'],
      ['https://example.org/a- and https://example.org/b-, ok', 'https://example.org/a-', 'https://example.org/b-'],
      ['https://example.org/a; https://example.org/b;', 'https://example.org/a', 'https://example.org/b'],
      ['(https://example.org/a_(b)) [https://example.org/c]', 'https://example.org/a_(b)', 'https://example.org/c'],
      ['https://contoso.sharepoint.com/:w:/r/sites/Team/_layouts/15/Doc.aspx?sourcedoc=%7B1A2B%7D&file=A%20B.docx&action=default&mobileredirect=true',
        'https://contoso.sharepoint.com/:w:/r/sites/Team/_layouts/15/Doc.aspx?sourcedoc=%7B1A2B%7D&file=A%20B.docx&action=default&mobileredirect=true'],
      ['https://contoso.sharepoint.com/sites/a/Shared%20Documents/Forms/AllItems.aspx?id=%2Fsites%2Fa%2FB&p=true.', 'https://contoso.sharepoint.com/sites/a/Shared%20Documents/Forms/AllItems.aspx?id=%2Fsites%2Fa%2FB&p=true'],
      ['https://en.wikipedia.org/wiki/C++ and https://de.wikipedia.org/wiki/Füße!', 'https://en.wikipedia.org/wiki/C++', 'https://de.wikipedia.org/wiki/Füße'],
      ['"https://example.org/a" and \'https://example.org/b\'', 'https://example.org/a', 'https://example.org/b'],
      ['version 1.2.3, at 10.30, e.g. etc.and so on'],
    ]) {
      assert.deepEqual(texts(text), links, text);
    }
  },
};

for (const [name, check] of Object.entries(checks)) {
  check();
  console.log(`${name}: passed`);
}
