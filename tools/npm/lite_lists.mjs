// SPDX-License-Identifier: Apache-2.0
// The lists that linkspan/lite is made with: node lite_lists.mjs GRAMMARS OUTPUT
//
// Fewer schemes and top-level domains, and no words that only the rules of prose read.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [grammars, output] = process.argv.slice(2);

// Others link before `://`, too.
const kSchemes = new Set(`http https ftp ftps sftp mailto tel sms geo magnet ssh git svn irc ircs ws wss file news gopher gemini
  rtsp ldap javascript data vbscript view-source about blob filesystem pkcs11`.split(/\s+/));
const kTlds = new Set(`com org net edu gov mil int info biz name pro aero coop museum asia cat jobs mobi tel travel arpa
  academy agency ai app art bank bar bio blog business cafe capital care center chat city click cloud club codes community
  company cool design dev digital eco education email energy eus events expert finance foundation fun fund gal games gallery
  global gmbh group guide guru health help host house how inc ink international kim land law legal life link live llc lol love
  ltd market marketing media money moscow movie network new news ngo ninja one online page paris partners photo photos pics
  pizza place plus press pub radio red rest review reviews rocks run sale school science scot services shop show site social
  software solutions space store studio style support swiss systems team tech technology today tokyo tools top training tv
  university vip vegas ventures video vote wales watch web website wien wiki work world wtf xxx xyz yoga zone berlin brussels
  hamburg koeln london nyc quebec amsterdam bzh google youtube`.split(/\s+/));

const isIn = {
  'schemes.txt': (word) => kSchemes.has(word),
  'tlds.txt': (word) => kTlds.has(word) || /^[a-z]{2}$/.test(word) || (/^[^\0-\x7F]+$/.test(word) && word.length <= 4),
};
// Read by the rules of prose alone; abnfc needs one line.
const kOfProse = ['abbreviations.txt', 'at_words.txt', 'clauses.txt', 'code_words.txt', 'known_sites.txt', 'special_use_tlds.txt',
  'tld_traits.txt', 'words_before_hosts.txt'];

mkdirSync(output, { recursive: true });
cpSync(grammars, output, { recursive: true });
function filter(name, keep) {
  let words = 0;
  const lines = readFileSync(join(grammars, name), 'utf8').split('\n').filter((line) =>
    line === '' || line.startsWith('#') || keep(line.split(/[ \t]/)[0], words++));
  const text = lines.join('\n');
  writeFileSync(join(output, name), text);
}
for (const [name, keep] of Object.entries(isIn)) filter(name, keep);
for (const name of kOfProse) filter(name, (word, index) => index === 0);
const text = readFileSync(join(grammars, 'text.abnf'), 'utf8');
writeFileSync(join(output, 'text.abnf'), text.replace(/^opaque-link( +)= [^]*?\n\n/m, 'opaque-link$1= tel-link / geo-link / magnet-link\n\n'));
