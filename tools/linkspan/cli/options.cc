// SPDX-License-Identifier: Apache-2.0
// The rows of the tables, in the order of help.
#include "cli/options.h"

#include <algorithm>

#include "common/option_values.h"
#include "output/forms.h"

namespace linkspan::command {
namespace {

constexpr uint8_t kReaders = kScan | kRender | kPick;
constexpr uint8_t kLinkers = kReaders | kExplain;

constexpr Option kOptions[] = {
    {"--from", "text|html|mail|mbox|maildir|jsonl|warc|xml|markdown", kScan, Group::input,
     "What the input is (default: guessed)",
     R"(The format of the input. Without this option, the name and the first bytes of an input decide.

- `text`  Plain text in any charset.
- `html`  An HTML document, in the charset that it declares. It is read when it has arrived as a
  whole. Detected by the names `*.html`, `*.htm`, `*.xhtml` and `*.shtml`, and by `<!DOCTYPE
  html` or `<html` at the start. To scan its source, use `--from text`.
- `mail`  A message (RFC 5322). Its text parts are read at any depth, except XML, RTF and CSS;
  for its HTML parts, see `--html`. Detected by the name `*.eml`, by a name of the form that
  messages in a Maildir have, and by a header that only mail has.
- `mbox`  A mailbox: messages, each after a line that starts with `From` and a space. Detected
  by such a line at the start, and by the name `*.mbox`.
- `maildir`  A directory with the folders `cur`, `new` and `tmp`; the messages in the first two
  are read. With this option, an argument that is not a Maildir is reported and not read, and of
  the other directories and files in a Maildir, only Maildirs are read. Without it, a Maildir is
  detected by its folders; the other files in it are read as well, and `tmp` is not.
- `jsonl`  One JSON object a line, with a text to scan; see `MANY SHORT TEXTS`. Never detected;
  only for `linkspan scan`.
- `warc`  A web archive (ISO 28500). The text and HTML of its records of the types response,
  resource and conversion is read. Chunked transfer coding and compression of HTTP are decoded.
  Detected by the names `*.warc` and `*.warc.gz`, and by the first bytes. In `jsonl`, `record`
  is the URI of the record of a link, and `record_start` the offset of the record in the
  decompressed archive. Not for `linkspan render` and `linkspan pick`, which read a web archive
  that is detected.
- `xml`  An XML document, in the charset that it declares: a sitemap, a feed, a drawing, the XML
  in Office documents. Its text and the destinations in its attributes are read (`href`, `src`,
  `url` and such), and HTML that is escaped or in CDATA is read as HTML. Names of namespaces are
  not links. Detected by the names `*.xml`, `*.rss`, `*.atom`, `*.svg`, `*.opml`, `*.gpx`,
  `*.kml` and those of other formats of XML, and by `<?xml` or `xmlns` in the first tag.
- `markdown`  Markdown (CommonMark with GFM's tables). Code is left out, and `[text](URI)`, links
  by reference and images are read as the elements of HTML that they become. Only with this
  option or `--markdown`; without them, Markdown is read as text.

With a format other than `warc`, a zip or tar archive is not opened: its bytes are scanned.)",
     "linkspan --from html page.txt"},
    {"--from", "text|html|mail|mbox|maildir|xml|markdown", kRender | kPick, Group::input,
     "What the input is (default: guessed)",
     "The format of the input, as with `linkspan scan`. A web archive is detected."},
    {"--charset", "NAME", kReaders, Group::input, "The charset of text (default: auto)",
     R"(The charset of text, and of mail that does not declare one: a name or an alias of IANA, the
WHATWG or ICU, in upper or lower case. `auto`, the default, decides by the first 64 KiB, in this
order: a byte order mark; escape sequences of ISO 2022 or HZ, if the text between them is
plausible; zero bytes where UTF-16 or UTF-32 has them; UTF-8, if the bytes are well-formed;
statistics over the letters; windows-1252. A pipe or a terminal is not held back until there are
64 KiB: ASCII is scanned at once, and the charset is decided when the first other byte arrives.
If the charset of standard input is not UTF-8, it is reported on standard error. Some names
stand for a larger charset, as mail needs it: `iso-8859-1` is read as windows-1252, and `gb2312`
as GB18030.)",
     "linkspan --charset koi8-r old.txt"},
    {"--charset-fallback", "NAME", kReaders, Group::input,
     "The charset in the place of an unknown one",
     R"(The charset that is used, with a message, if a mail or `--charset` names one that is not known.
Without this option, the charset of such a mail is guessed, with a message, and an unknown
`--charset` is a usage error.)"},
    {"--lines", "plain|quoted|flowed|delsp", kReaders, Group::input,
     "How lines are wrapped (default: plain)",
     R"(How the lines of a text are wrapped. A part of a mail declares this itself.

- `plain`  Each line stands for itself. The default.
- `quoted`  Prefixes such as `>` before a line are not part of the text.
- `flowed`  format=flowed (RFC 3676): a line that ends with a space continues in the next line.
- `delsp`  As `flowed`, but that space is not part of the text.)"},
    {"--html", "auto|text|links|off", kReaders, Group::input,
     "What is read of HTML and XML (default: auto)",
     R"(What is read of HTML, in files and in mail, and of XML files.

- `auto`  The destinations of `<a href>` and `<area href>`, and links in the visible text
  outside these elements. If a mail has the text both as plain text and as HTML, the links of
  the HTML whose destination the plain text does not have are reported, each destination once,
  and those with a serious warning; `linkspan render` shows the form with more words and
  destinations. The default.
- `text`  Links in the visible text.
- `links`  The destinations of `<a href>` and `<area href>`. With this and with `text`, all
  forms of a mail are read.
- `off`  The HTML parts of mail are skipped, and counted in a message. Files are read as text.

Scripts, styles, comments and hidden elements are not visible. A link in a hidden element has
its destination as text. Relative references in pages whose address is not known (but in mail
`www.example.org/x` leads to that host), and destinations such as `javascript:`, are not
reported.)",
     "linkspan --html links page.html"},
    {"--markdown", "", kReaders, Group::input, "Read files named *.md as --from markdown does",
     R"(Read files named `*.md`, `*.markdown`, `*.mkd` and `*.mdown` as `--from markdown` does. Without it,
they are read as text.)"},
    {"--join-wrapped", "", kReaders, Group::input, "Join a link that continues in the next line",
     R"(Join a link that fills its line with the next line, if it clearly continues there. `pick` always
does. Such links have the warning `joined-lines`.)"},
    {"--headers", "", kScan, Group::input, "Find links in Subject, List-* and Archived-At, too",
     R"(Find links also in the fields `Subject`, `List-*` and `Archived-At` of mail. `List-Id` is not
searched; it is a name.)"},
    {"--text", "", kReaders, Group::input, "Read binary files, too",
     R"(Read binary files as text. Without this option, files with a zero byte near their start that are
neither UTF-16 nor UTF-32 are skipped and counted, unless `--from` is given, or a `--charset`
with zero bytes such as utf-16. Standard input and pipes are always read.)"},
    {"--jobs", "N", kScan, Group::input, "Read in N processes (default: 1)",
     R"(Read in N processes; the default is 1. Files, messages of a mailbox, parts of a text file of
more than 2 MB, and JSON lines are distributed among them. The output is the same, in the same
order. A text that is compressed, comes through a pipe, or is in UTF-16, UTF-32, UTF-7, ISO
2022, HZ or EBCDIC, is not divided. With `--unique`, `--count`, `-c`, `-l`, `-q` and `-m`, one
process reads everything.)",
     "linkspan --jobs 2 inbox.mbox notes/"},
    {"--id-field", "NAME", kScan, Group::input, "With --from jsonl, what is copied (default: id)",
     R"(The member of a JSON line that is copied to `id` of its output line; the default is `id`. See
`MANY SHORT TEXTS`. Only for `linkspan scan --from jsonl`.)"},
    {"--text-field", "NAME", kScan, Group::input, "With --from jsonl, the text (default: text)",
     R"(The member of a JSON line with its text; the default is `text`. Only for `linkspan scan --from
jsonl`.)"},
    {"--include", "GLOB", kReaders, Group::files, "In directories, read only files of such a name",
     R"(In directories, at any depth, read only files whose name matches a GLOB. This option and the
next may be given several times. They do not apply to files that are named as arguments or by
`--files-from`, nor to the members of archives. Globs are those of `gitignore`(5): `*`, `?` and
sets such as `[a-z]` match bytes other than a slash, and `**/` matches any number of
directories. A glob with a slash at its start or in its middle is compared with the path below
the directory that was named; any other glob is compared with the last component of the path.)",
     "linkspan --include '*.md' docs/", Takes::several},
    {"--exclude", "GLOB", kReaders, Group::files, "In directories, skip such files and directories",
     R"(In directories, skip files and directories whose name matches a GLOB, even if they are included.
A glob with a slash at its end, such as `build/`, matches directories only. Without this option,
all files are read, including those whose names start with a dot, except in `.git`, `.hg` and the
like; such a directory is read if it is named as an argument.)",
     "linkspan --exclude build/ .", Takes::several},
    {"--ignore-vcs", "", kReaders, Group::files, "In directories, skip what .gitignore names",
     R"(In directories, skip all files that git ignores by `.gitignore` files and `.git/info/exclude`.
The `.gitignore` files of parent directories apply if they are in the same repository.)"},
    {"--files-from", "FILE", kReaders, Group::files, "Read also the inputs that FILE names",
     R"(After the arguments, read also the inputs that FILE names: one name a line, or with a zero byte
after each name, as `find -print0` writes them. `-` stands for standard input.)",
     "git ls-files | linkspan --files-from -"},
    {"-r, --recursive", "", kReaders, Group::files,
     "No effect: directories are always read as a whole",
     "No effect: a directory stands for all files below it."},
    {"--profile", "prose|uts58|code|strict|auto", kLinkers, Group::links,
     "Where links start and end (default: auto)",
     R"(The rules for where a link starts and ends.

- `auto`  `code` for files whose names are those of source text, settings or logs; `prose` for all
  other files, for mail, and for inputs without a name. The default; `explain` has `prose`.
- `prose`  For mail, documents and chat in any language: a link ends where a careful reader would
  end it.
- `code`  For source files, logs and terminals.
- `uts58`  Exactly as Unicode Technical Standard #58, version 17.0.
- `strict`  Only IRIs with a scheme (RFC 3987).)",
     "linkspan explain --profile uts58 a.com。"},
    {"--schemes", "LIST", kLinkers, Group::links,
     "Which schemes to link: +NAME adds, -NAME removes",
     R"(The schemes of links, with commas between them. `https,mailto` replaces the default list.
`+steam,-ftp` adds `steam` to the default list and removes `ftp`. Both forms can be mixed.
`data` and `javascript` are linked only if they are named here. Links without a scheme, and
addresses, do not depend on this option: `--no-bare`, `--no-email`.)",
     "linkspan --schemes +steam,-ftp notes.txt"},
    {"--tlds", "LIST", kLinkers, Group::links, "Top-level domains of links without a scheme",
     R"(The top-level domains of links without a scheme, with commas between them. `+corp,-zip` adds
`corp` to the list of IANA and removes `zip`. A name without a sign is a file whose names
replace the list of IANA: one name a line; lines that start with `#` are comments. A top-level
domain in another script has to be listed both as a U-label and as an A-label (`xn--...`).)",
     "linkspan --tlds +corp,-zip notes.txt"},
    {"--no-bare", "", kLinkers, Group::links, "No links without a scheme (example.org/start)",
     R"(Do not link text without a scheme, such as `example.org/start` or `www.example.org`.)"},
    {"--no-email", "", kLinkers, Group::links, "No email addresses",
     "Do not link email addresses, with or without mailto:."},
    {"--max-link", "BYTES", kLinkers, Group::links, "Cut links that are longer (default: 65536)",
     R"(Cut links that are longer, which then have `limit` in `ended_by`; from 256 to 1073741824, by
default 65536. The scanner needs a few times this number of bytes of memory.)"},
    {"--rules", "FILE", kLinkers, Group::links, "Link also what the rules of a file or set match",
     R"(Link also the text that the rules of a TOML file match. A rule is a table `[[rule]]` with
`name`; `pattern`, a regular expression of RE2; `uri`, in which `{1}` and `{name}` stand for
groups of the pattern; `beside`, which is `word` (the default) if a match may not touch letters
or digits, or `any`; and `wins`, which is `true` (default: false) if its matches replace other
links that they overlap. FILE may also be the name of a built-in set: `standards`,
`identifiers`, `phones`, `debian`, `github`, `gitlab` or `jira`. May be given several times.)",
     "linkspan --rules standards notes.txt", Takes::several},
    {"--rule", "RULE", kLinkers, Group::links, "Link also what one rule matches",
     R"(Link also the text that one rule matches, such as `BUG-(\d+) => https://bugs.example.org/{1}`.
May be given several times.)",
     "linkspan --rule 'BUG-(\\d+) => https://bugs.example.org/{1}' notes.txt", Takes::several},
    {"--rule-parameter", "NAME=VALUE", kLinkers, Group::links, "The value of {NAME} in rules",
     R"(The value of `{NAME}` in the rules of files, such as `project=owner/name`. The file has to
declare it; `docs/own_rules.md` describes the format. May be given several times.)",
     "linkspan --rules github --rule-parameter project=owner/name notes.txt", Takes::several},
    {"--kind", "url|email|custom", kScan | kPick, Group::kept, "Keep links of this kind",
     "Keep links of this kind; several kinds with commas between them. A link is kept if it passes "
     "each of the options of this group.",
     "linkspan --kind email notes.txt", Takes::list},
    {"--host", "GLOB", kScan | kPick, Group::kept, "Keep links to this host",
     R"(Keep links to this host; several globs with commas between them. `*` matches any characters, and `?`
one character. A glob must match the whole host, in upper or lower case, with U-labels or with
A-labels: `*.müller.example` keeps `www.xn--mller-kva.example` and `a@WWW.MÜLLER.example`. The
host of an address is its domain. Links without a host are not kept.)",
     "linkspan --host 'example.org,*.example.org' notes.txt"},
    {"--exclude-host", "GLOB", kScan | kPick, Group::kept, "Leave out links to this host",
     R"(Leave out links to this host, with globs as with `--host`. Links without a host are kept.)",
     "linkspan --exclude-host '*.example.org' notes.txt"},
    {"--scheme", "LIST", kScan | kPick, Group::kept, "Keep links of these schemes",
     R"(Keep links of these schemes, with commas between them. A link without a scheme, and a link of a
rule, counts as `http`, and an address as `mailto`.)",
     "linkspan --scheme https,mailto notes.txt"},
    {"--unique", "", kScan, Group::kept, "Each link once, where it is found first",
     R"(Write each link once, at its first occurrence. Links are equal if they have the same URI; with
`--to iri` or `text`, the same IRI or text. Memory: 22 to 64 bytes for each different link, of
any length, since only a random hash of 128 bits is kept. Two different links have the same hash
with a probability of 10^-21 among 10^9 links.)",
     "linkspan --to uri --unique notes.txt"},
    {"-m, --max-count", "N", kScan, Group::kept, "The first N links of each file",
     "Write only the first N links of each file. A pipe is not read any further."},
    {"-i, --ignore-case", "", kScan, Group::kept, "No effect: hosts are compared in any case",
     R"(No effect: `--host` and `--scheme` are compared in upper or lower case, and links are found in
any.)"},
    {"--to", kAlternatives<kOutputForms>, kScan, Group::output,
     "The form of the output (default: list)",
     R"(The form of the output; see `OUTPUT`. The default is `list`, or `jsonl` with `--from jsonl`.)",
     "linkspan --to jsonl mails/ > links.jsonl"},
    {"--to", "html|ansi|markdown", kRender, Group::output,
     "The form of the output (default: ansi or html)",
     R"(The form of the output: HTML, text with the hyperlinks of terminals (OSC 8), or Markdown
(CommonMark) that is rendered as the original text with its links. The default is `ansi` on a
terminal and `html` elsewhere.)",
     "linkspan render --to html letter.eml > letter.html"},
    {"--json", "", kScan, Group::output, "The same as --to jsonl", "The same as `--to jsonl`."},
    {"-o, --only-matching", "", kScan, Group::output, "The same as --to text: the links alone",
     "The same as `--to text`."},
    {"-n, --line-number", "", kScan, Group::output, "No effect: a list has lines and columns",
     R"(No effect: a list has the line and the column of each link. A usage error with other forms of
output, which `--offsets lines` gives them.)"},
    {"-H, --with-filename", "", kScan, Group::output, "The name of the file before each line",
     R"(Write the name of the file and a colon before each line of `list`, `uri`, `iri`, `text` and
`-c`. A usage error with `jsonl`, `tsv` and `csv`.)"},
    {"-h, --no-filename", "", kScan, Group::output, "Never the name of the file",
     R"(Never write the name of the file. Without either option, `list` and `-c` have it if there is
more than one input, a directory or an archive.)"},
    {"-0, --null", "", kScan, Group::output, "End lines with a NUL, not with a line feed",
     R"(End each line with a NUL byte, not with a line feed, for `xargs -0`. Names of files are then
written unchanged, unless the output is a terminal. Not for `jsonl` and `--stats`.)",
     "linkspan -0 --to uri notes.txt | xargs -0 -n 1 echo"},
    {"--fields", "LIST", kScan, Group::output, "Only these keys of jsonl, columns of tsv or csv",
     R"(Write only these fields of each link, with commas between them: `source`, `start`, `end`,
`kind`, `form`, `rule`, `text`, `iri`, `uri`, `ended_by`, `record`, `record_start`, `message`,
`part`, `field`, `raw_start`, `raw_end`, `pieces`, `display`, `warnings`. With `jsonl`, they are
the keys of the objects, in their usual order. With `tsv` and `csv`, they are the columns, in the order of
LIST; an absent value is empty, `pieces` are written as in `4-24,27-31`, and `source` is the
name of the file alone. Only for `jsonl`, `tsv` and `csv`, and not with `--from jsonl`, `-c`, `-l`,
`-q`, `--count` and `--stats`.)",
     "linkspan --to tsv --fields uri,source notes.txt"},
    {"--offsets", "bytes|utf16|codepoints|lines|lines:codepoints|lines:utf16|lines:bytes", kScan,
     Group::output, "The unit of start and end",
     R"(The unit of the offsets at which links start and end.

- `bytes`  Bytes of the input, from 0, after decompression and transfer decoding.
- `utf16`  Code units of UTF-16, from 0: the unit of strings in JavaScript, Java and C#.
- `codepoints`  Code points, from 0: the unit of strings in Python.
- `lines`, `lines:codepoints`  Line and column, from 1. A line ends with a line feed, and a
  column is a code point.
- `lines:utf16`  The same with columns in code units of UTF-16, as in the Language Server
  Protocol and in editors written in JavaScript.
- `lines:bytes`  The same with columns in bytes of UTF-8.

The end of a link is the offset after its last character. A byte that is not UTF-8 counts as one
code point, and as one code unit of UTF-16. The default is `lines` with `list`, and `bytes` with
the other forms of output. All units but `bytes` count in the decoded text.)"},
    {"--color", "auto|always|never", kScan, Group::output, "Colours in a list (default: auto)",
     R"(Whether a list has colours, and clickable links (OSC 8) where they are safe to open. `auto`, the
default: only on a terminal, and not if `NO_COLOR` is set or `TERM` is dumb.)"},
    {"--output", "DIR", kScan, Group::output, "Write to files in DIR, in a run that can continue",
     R"(Write to files in the directory DIR, which is created if it does not exist. The inputs are
grouped into parts of at most 64 MiB; a larger input is a part of its own. The links of each
part are in a file of their own, `part-000000.jsonl`, `part-000001.jsonl` and so on, or `.tsv`,
`.csv` or `.txt` for other forms of output. `manifest.jsonl` has a line for each part that is complete.
With `--jobs`, parts are written at the same time. If the command is interrupted and started
again, it writes only the parts that the manifest does not list. If the size or the time of an
input has changed since, or other options are given, it writes nothing and exits with status 2.
Not for standard input, and not with `--from jsonl`, `-c`, `-l`, `-q`, `--unique`, `--count` and
`--stats`.)",
     "linkspan --to jsonl --output links mails/"},
    {"--default-scheme", "http|https", kReaders, Group::output,
     "The scheme of a host without one (default: http)",
     R"(The scheme in the IRI and URI of a link without a scheme, such as `example.org/start`. The
default is `http`.)"},
    {"--host-form", kAlternatives<kHostForms>, kReaders | kIri, Group::output,
     "How a URI has a non-ASCII host (default: ascii)",
     R"(How a non-ASCII host is written in a URI: with `ascii`, the default, in A-labels as the domain
name system has them, `xn--bcher-kva.example`; with `percent` percent-encoded,
`b%C3%BCcher.example`.)"},
    {"--page", "", kRender, Group::output, "A whole page of HTML, not a part of one",
     "Write a whole page of HTML, not a fragment of one."},
    {"--inline", "", kRender, Group::output, "HTML of nothing but text and <a>",
     R"(Write HTML of nothing but text and `<a>`, without `<pre>` and headings: for a comment, a chat
bubble or the cell of a table. A link that must not be opened is text.)"},
    {"--keep-html", "", kRender, Group::output,
     "Write the links into the page of HTML that is read",
     R"(Write the links into the page of HTML that is read, and leave all its other bytes as they are,
in its charset. Takes one input, a file or `-`. A link across elements is written into each text
node; nothing is written into elements that can hold no link, such as `<a>`, `<button>`,
`<label>`, `<script>`, `<textarea>` and `<svg>`, and into text that belongs before a table.)",
     "linkspan render --keep-html page.html > linked.html"},
    {"--not-in", "LIST", kRender, Group::output, "With --keep-html, elements without links",
     R"(With `--keep-html`, names of more elements in which nothing is linked, with commas between them:
`code,pre`.)",
     "linkspan render --keep-html --not-in code,pre page.html"},
    {"--shorten", "NUMBER", kRender, Group::output, "The most characters that are shown of a link",
     R"(Show at most this number of characters of a link, with an ellipsis in the place of the rest, but
never less than its host. The title of such a link is its URI.)"},
    {"--keep-sgr", "", kRender, Group::output, "Keep the colours of the text",
     R"(Keep the colours of the text: the sequences `ESC [ ... m` (SGR, ECMA-48) that `grep`, `ls` and
compilers write are passed on, and links are found as if they were not there. Only for `--to
ansi`. Sequences that conceal text (8) or have a parameter above 107, the 8-bit form, and all
other escape sequences are shown as text. The sequence with which GNU `grep` erases the rest of
a line is left out if it follows a colour directly. Colours are reset at the end of the text. A
coloured text can imitate a heading of `linkspan render`.)",
     "ls --color=always | linkspan render --to ansi --keep-sgr"},
    {"--open-schemes", "LIST", kRender, Group::output, "Which schemes may be opened",
     R"(The schemes of clickable links, with commas between them. `+steam,-ftp` adds `steam` to the
default list and removes `ftp`; `https,steam` replaces the default list. `--schemes` decides
which links are found. `javascript`, `data`, `vbscript` and other schemes whose text would be
run or shown as a page are a usage error.)",
     "linkspan render --open-schemes +steam,-ftp notes.txt"},
    {"--show-destination", "", kRender, Group::output, "Write the host that a link does not show",
     R"(After a link whose text does not show the host of its destination, write that host in bold
brackets. A host counts as not shown if it is non-ASCII and the link has a warning, if user
information precedes it, if the link is on several lines, or if the link is an `<a href>` of
HTML. Without this option, this is done only for links with a serious warning, with a warning
sign.)"},
    {"--print", "", kPick, Group::output, "Print the chosen URIs, and open nothing",
     R"(Print the chosen URIs on standard output, one a line, when the list is closed, and open nothing.)",
     "wget $(linkspan pick --print notes.txt)"},
    {"--json", "", kIri, Group::output, "A JSON object for each IRI, with its warnings",
     "Write a JSON object for each IRI, with its warnings; see `IRIS AS VALUES`."},
    {"--encode-forbidden", "", kIri, Group::output, "to-uri: encode what an IRI cannot contain",
     R"(`to-uri`: percent-encode the space, the backquote and `< > " { } | \ ^`, which an IRI cannot
contain. Without this option, they are errors.)"},
    {"--legacy", "", kIri, Group::output, "to-uri: the text was in another charset",
     R"(`to-uri`: the text was converted to UTF-8 from a charset other than Unicode, and is normalized
to NFC first (RFC 3987, section 3.1, step 1b).)"},
    {"--at-end", "", kIri, Group::output, "minimal: nothing follows the URL",
     "`minimal`: nothing follows the URL, so it may end with punctuation."},
    {"--rung", "simple|syntax|scheme", kIri, Group::output, "normalize, compare: the last rung",
     R"(`normalize` and `compare`: the last rung of the comparison ladder (RFC 3987, section 5.3) to
use.

- `simple`  Character by character.
- `syntax`  Also ignores the case of scheme, host and percent-encodings, percent-encodings of
  characters that need none, and dot segments.
- `scheme`  Also ignores default ports and empty paths, and whether domain names have A-labels
  or U-labels. The default.)",
     "linkspan iri compare --rung syntax HTTP://a.example/ http://a.example/"},
    {"--bidi", "none|isolate|embedding|marks", kIri, Group::output,
     "display: the bidi controls (default: isolate)",
     R"(`display`: the bidi controls that keep the IRI in order in right-to-left text.

- `isolate`  LRI before the IRI and PDI after it (UAX #9). The default.
- `embedding`  LRE and PDF (RFC 3987, section 4.1).
- `marks`  LRM around each delimiter as well, for programs that support neither isolates nor
  embeddings.
- `none`  No controls.)"},
    {"--scripts", "LIST", kIri, Group::output, "display: the scripts that can be shown",
     R"(`display`: the scripts that can be shown, as codes of ISO 15924 with commas between them:
`Latn,Cyrl`. Letters of other scripts are percent-encoded, or A-labels in a host. The default is
all scripts.)",
     "linkspan iri display --scripts Latn,Cyrl http://пример.example/"},
    {"-c", "", kScan, Group::counts, "For each file, how many links it has",
     R"(Write the number of links of each file, as `grep -c` does. A file that is named several times
has one line.)"},
    {"-l, --files-with-links", "", kScan, Group::counts, "Only the names of files with links",
     R"(Write only the names of the files with links, as `grep -l` does. Reading of a file ends at its
first link.)"},
    {"-q, --quiet", "", kScan, Group::counts, "Write nothing; the exit status says it",
     "Write nothing, and end at the first link; see `--exit-status`."},
    {"--exit-status", "", kScan, Group::counts, "Exit with 0 if a link is found, 1 if none is",
     R"(Exit as `grep` does: with 0 if a link is found, with 1 if none is found, with 2 if there was an
error. With `-q`, the status is 0 if a link is found, even if there was an error.)"},
    {"--count", "", kScan, Group::counts, "Each link once, with its number of occurrences",
     R"(At the end, write each different link once, after its number of occurrences, the most frequent
first, as `sort | uniq -c | sort -rn` does, except that links with the same number are in the
order of their bytes. A link is its URI, or with `--to iri` or `text` its IRI or text. A line of
`jsonl` is `{"count":3,"uri":"..."}`, and a line of `tsv` is the number, a tab and the URI; with `csv`, the columns are `count` and `uri`. All
different links are held in memory.)",
     "linkspan --count notes.txt"},
    {"--stats", "", kScan, Group::counts, "How many links there are, and where they lead",
     R"(At the end, write the number of documents, the number of links of each kind, and the hosts and
top-level domains of the links with their numbers, the most frequent first: as a table, or with
`--to jsonl` as one line of JSON. Each text part of a mail counts as a document. A host is the
host of the URI, in lower case and with A-labels unless `--host-form percent` is given; for an
address, the domain. The numbers are exact, and all different hosts are held in memory. In files
that `--output` wrote, each link would be counted up to four times, as text, display form, IRI
and URI. Only for `list` and `jsonl`.)",
     "linkspan --stats --top 3 notes.txt"},
    {"--top", "N", kScan, Group::counts, "With --stats, the most hosts (default: 20; 0: all)",
     R"(The number of hosts and top-level domains in the output of `--stats`; the default is 20, and 0
means all.)"},
    {"--verbose", "", kReaders, Group::messages, "All messages about inputs, at once",
     "Print all messages about inputs on standard error at once; see `MESSAGES`."},
    {"-s, --no-messages", "", kReaders, Group::messages, "No messages about inputs",
     R"(Print no messages about inputs, not even about those that cannot be read. The exit status is the
same.)"},
    {"--progress", "", kReaders, Group::messages, "Show progress, even of a short run",
     R"(Show progress on standard error, even for a short run or if standard error is not a terminal.
Without this option, a line is shown after two seconds, and erased at the end, if standard error
is a terminal and standard output is not.)"},
    {"--no-progress", "", kReaders, Group::messages, "Never show progress", "Never show progress."},
    {"--log", "FILE", kLsp, Group::server, "Write each message to FILE",
     R"(Write each message of both sides to FILE, as a line of JSON with its time and direction. The
file has the text of all documents that the editor opens, and only its owner can read it.)"},
    {"--check", "FILE", kLsp, Group::server, "Compare with the answers in the log FILE",
     R"(Send the messages of the client in the log FILE again, and show where the answers differ from
those in it.)"},
    {"--stdio", "", kLsp, Group::server, "No effect: standard streams are always used",
     R"(No effect: standard input and output are always used, and some editors pass this option.)"},
    {"-h, --help", "", kAll & ~kScan, Group::help, "This help; -h: a short one",
     R"(Print the options with all that the manual says about them. `-h` prints a line for each; with
`linkspan scan`, where it means `--no-filename`, only if it is the only argument.)"},
    {"--help", "", kScan, Group::help, "This help; -h alone: a short one",
     R"(Print the options with all that the manual says about them. `-h` prints a line for each; with
`linkspan scan`, where it means `--no-filename`, only if it is the only argument.)"},
    {"--version", "", kAll, Group::help, "The version of the program",
     R"(Print the version of the program.)"},
};

constexpr Command kCommands[] = {
    {"scan", kScan, "find links", "[OPTION]... [FILE|DIRECTORY]...",
     R"(Finds the links of each FILE and prints where they begin and end. A directory stands for all files
below it. Without FILE, or if FILE is -, standard input is read. FILE may be text in any charset,
HTML, a mail message, a mailbox, a web archive, or a zip or tar archive of these; each may be compressed
(gzip, xz, zstd, bzip2).)",
     R"(Examples:
  linkspan scan letter.txt                      for people: line:column: link
  linkspan scan --to jsonl mails/ > links.jsonl for programs: a JSON object for each link
  tail -f app.log | linkspan scan --profile code
  linkspan scan --to uri --unique letter.txt    the URIs alone, each once
  linkspan scan -l --host '*.example.org' mails/ as grep -l: the files that link there
  linkspan scan --jobs 2 inbox.mbox archive/*.eml
  linkspan scan --charset koi8-r old.txt        the charset, if you know it
  linkspan scan --schemes https,mailto page.txt only these schemes
  linkspan scan --schemes +steam,-ftp page.txt  the default list with one more and one less
  echo '{"id":1,"text":"see example.org"}' | linkspan scan --from jsonl --offsets utf16

Output, jsonl: {"source","start","end","kind","form","text","iri","uri","ended_by"}
               and where they apply "message", "part" or "field", "raw_start", "raw_end",
               "pieces", "display", "warnings"
        tsv:   source, start, end, kind, form, ended_by, text, uri; \t \n \r \\ \xHH are escapes
        csv:   the same columns after a line of their names (RFC 4180)
        list:  line:column: text, after the name of the file if there are several, and the
               message and part of mail; after a link with a serious warning, a sign, the host
               of its destination and the names of its warnings

Exit status: 0 all was read, whether or not there were links; 1 some input could not be read, or a
line of --from jsonl is not of its form; 2 wrong usage. With -q or --exit-status: 0 a link was found,
1 none was, 2 an error. 'man linkspan' has the details.)"},
    {"render", kRender, "the text with clickable links", "[OPTION]... [FILE|DIRECTORY]...",
     R"(Writes the text of each FILE with clickable links: as HTML, as Markdown, or for a terminal with
hyperlinks (OSC 8). FILE is as for 'linkspan scan'.)",
     R"(Examples:
  linkspan render letter.eml                            in a terminal
  linkspan render --to html --page letter.eml > a.html  for a browser
  linkspan render --to html notes.txt                   to be put into a page

Links that are not safe to open, such as javascript:, are written as text. Characters that could control
the terminal or the browser are escaped.)"},
    {"pick", kPick, "choose links from a list", "[OPTION]... [FILE|DIRECTORY]...",
     R"(Shows the links of each FILE in a full-screen list, with the text around them, to search, to mark, to
open and to copy. FILE is as for 'linkspan scan'; if standard input is read, keys come from the terminal.
If standard output is not a terminal, the URIs of all links are printed, one a line.)",
     R"(Examples:
  linkspan pick letter.eml
  dmesg | linkspan pick
  linkspan pick notes.txt | xargs wget          all links, without a list
  wget $(linkspan pick --print notes.txt)       the links that you choose

Keys: j k and arrows move, Enter opens, y copies, Space marks, / searches, q quits; ? shows all.
Links are opened by $BROWSER (programs with colons between them, %s for the URI), else by xdg-open.
'man linkspan' has the details.)"},
    {"explain", kExplain, "why something is a link, or is not", "[OPTION]... [TEXT]...",
     R"(Shows each candidate for a link in TEXT: the character that started it, whether it is a link, and which
rule ended or rejected it. Without TEXT, standard input is read. Offsets are bytes.)",
     R"(Examples:
  linkspan explain 'Read README.md, then https://example.org/a.'
  linkspan explain --profile uts58 'https://example.com/a。次の文'

Output: two lines for each candidate: 'link' or 'none', its start and end, and its text; then its kind,
or the character that started it, the rule, and the reason.)"},
    {"iri", kIri, "map, compare, resolve and inspect IRIs", "VERB [OPTION]... [IRI]...",
     R"(Reads IRIs and URIs from arguments, or from standard input, one a line, and writes one answer a line.

- to-uri  the URI (RFC 3987, section 3.1)
- to-iri  the IRI of a URI, for people to read
- minimal  with as little percent-encoding as a URL needs in text (UTS #58)
- normalize  the normal form, which equal IRIs share; --rung says what is equal
- compare A B  simple, syntax or scheme, the first rung on which they are equal; or different
- resolve BASE REF  the target of a reference
- relativize BASE IRI  the shortest reference to the IRI
- display  for a person to read, in text of any direction
- inspect  a drawing of the components, forms and warnings of an IRI; the default VERB

For two IRIs, standard input may have the second, or both, with a space or tab between them.)",
     R"(Examples:
  linkspan iri inspect 'https://www.paypal.com@evil.example/'
  linkspan iri to-uri < iris.txt                one URI a line
  linkspan iri resolve http://a/b/c ../d        http://a/d
  linkspan -o letter.txt | linkspan iri --json display
                                                objects, with warnings

Output, --json: {"input","output","warnings":[{"name","start","end","message"}]}
                or {"input","error":{"position","message"}}; offsets are bytes of the input

Exit status: 0 all were IRIs; 1 some were not: their line of output is empty, and standard error has
the error and its position; 2 wrong usage. compare exits as cmp does: 0 all are equal, 1 some are
different, 2 errors.)"},
    {"lsp", kLsp, "links in an editor, as a language server", "[OPTION]...",
     R"(Serves the Language Server Protocol 3.17 over standard input and output: an editor that starts it shows
the links of its texts, their destinations, and warnings about them, and can rewrite them.)",
     R"(Examples, for an editor:
  linkspan lsp
  linkspan lsp --log /tmp/linkspan.log          for a bug report: every message, one a line
  linkspan lsp --check /tmp/linkspan.log        does this linkspan answer as in the log?

docs/lsp.md says how to connect an editor, and which settings there are.

Exit status: 0 after the requests shutdown and exit; 1 the connection ended without them or was broken;
2 wrong usage. With --check: 0 all answers are the same, 1 some differ or the file cannot be read.)"},
};

// In the order of Group.
constexpr std::string_view kHeadings[] = {"What is read",
                                          "Files in directories",
                                          "What is a link",
                                          "Which links are kept",
                                          "What is written",
                                          "Counts and exit status",
                                          "Messages",
                                          "Language server",
                                          "Help"};

}  // namespace

std::span<const Option> all_options() { return kOptions; }
std::span<const Command> all_commands() { return kCommands; }
std::string_view heading(Group group) { return kHeadings[static_cast<size_t>(group)]; }

char Option::letter() const { return names.size() > 1 && names[1] != '-' ? names[1] : '\0'; }

std::string_view Option::long_name() const {
  const size_t comma = names.find(", ");
  return comma == std::string_view::npos ? names : names.substr(comma + 2);
}

bool Option::is_named(std::string_view name) const {
  return name == long_name() || (name.size() == 2 && name[0] == '-' && name[1] == letter());
}

std::vector<std::string_view> Option::words() const {
  std::vector<std::string_view> words;
  if (value.find('|') == std::string_view::npos) return words;
  for (size_t begin = 0; begin <= value.size();) {
    const size_t end = std::min(value.find('|', begin), value.size());
    words.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace linkspan::command
