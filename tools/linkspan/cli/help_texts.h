// SPDX-License-Identifier: Apache-2.0
// The texts of --help before and after the lists of options.
#pragma once

#include <string_view>

namespace linkspan::command {

// The start of `linkspan help`, and of `linkspan --help`, which continues with the help of each
// command.
inline constexpr std::string_view kSummary =
    R"(linkspan finds IRIs, URLs and email addresses in text and mail.
Usage: linkspan [COMMAND] [OPTION]... [FILE|DIRECTORY]...

  scan       print links; the default COMMAND; without a FILE, of standard input
  pick       choose links from a full-screen list, to open or to copy them
  render     the text with clickable links, as HTML or for a terminal
  explain    why something in a TEXT is a link, or is not
  iri        map, normalize, compare, resolve and inspect IRIs
  lsp        links in an editor, as a language server
  help       of a COMMAND; also: version, completions bash|zsh|fish

  -o, --to list|uri|iri|text|jsonl|tsv|csv  only the text of links; other forms
  --unique, --count                       each link once; its occurrences
  --kind email, --host '*.example.org', --scheme https    some of the links
  -l, -c, -q, -m N                        file names, counts, status: as in grep

Examples:
  linkspan letter.txt                     line, column and link
  linkspan --to uri --unique mails/       the URIs of a folder, each once
  dmesg | linkspan                        what another program writes
  linkspan render --page letter.eml > letter.html
)";

// The end of `linkspan help`: with the summary at most 24 lines of 80 columns, one screen.
inline constexpr std::string_view kWhereOptionsAre =
    "\n'linkspan --help' lists all options, and 'man linkspan' explains them.\n";

inline constexpr const char* kScanDescription =
    R"(Finds the links of each FILE and prints where they begin and end. A directory stands for all files
below it. Without FILE, or if FILE is -, standard input is read. FILE may be text in any charset,
HTML, a mail message, a mailbox, a web archive, or a zip or tar archive of these; each may be compressed
(gzip, xz, zstd, bzip2).)";

inline constexpr const char* kRenderDescription =
    R"(Writes the text of each FILE with clickable links: as HTML, as Markdown, or for a terminal with
hyperlinks (OSC 8). FILE is as for 'linkspan scan'.)";

inline constexpr const char* kRenderExamples =
    R"(Examples:
  linkspan render letter.eml                            in a terminal
  linkspan render --to html --page letter.eml > a.html  for a browser
  linkspan render --to html notes.txt                   to be put into a page

Links that are not safe to open, such as javascript:, are written as text. Characters that could control
the terminal or the browser are escaped.)";

inline constexpr const char* kScanExamples =
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
1 none was, 2 an error. 'man linkspan' has the details.)";

inline constexpr const char* kPickDescription =
    R"(Shows the links of each FILE in a full-screen list, with the text around them, to search, to mark, to
open and to copy. FILE is as for 'linkspan scan'; if standard input is read, keys come from the terminal.
If standard output is not a terminal, the URIs of all links are printed, one a line.)";

inline constexpr const char* kPickExamples =
    R"(Examples:
  linkspan pick letter.eml
  dmesg | linkspan pick
  linkspan pick notes.txt | xargs wget          all links, without a list
  wget $(linkspan pick --print notes.txt)       the links that you choose

Keys: j k and arrows move, Enter opens, y copies, Space marks, / searches, q quits; ? shows all.
Links are opened by $BROWSER (programs with colons between them, %s for the URI), else by xdg-open.
'man linkspan' has the details.)";

inline constexpr const char* kExplainDescription =
    R"(Shows each candidate for a link in TEXT: the character that started it, whether it is a link, and which
rule ended or rejected it. Without TEXT, standard input is read. Offsets are bytes.)";

inline constexpr const char* kExplainExamples =
    R"(Examples:
  linkspan explain 'Read README.md, then https://example.org/a.'
  linkspan explain --profile uts58 'https://example.com/a。次の文'

Output: two lines for each candidate: 'link' or 'none', its start and end, and its text; then its kind,
or the character that started it, the rule, and the reason.)";

inline constexpr const char* kIriDescription =
    R"(Reads IRIs and URIs from arguments, or from standard input, one a line, and writes one answer a line.

  to-uri              the URI (RFC 3987, section 3.1)
  to-iri              the IRI of a URI, for people to read
  minimal             with as little percent-encoding as a URL needs in text (UTS #58)
  normalize           the normal form, which equal IRIs share; --rung says what is equal
  compare A B         simple, syntax or scheme, the first rung on which they are equal; or different
  resolve BASE REF    the target of a reference
  relativize BASE IRI the shortest reference to the IRI
  display             for a person to read, in text of any direction
  inspect             a drawing of the components, forms and warnings of an IRI; the default VERB

For two IRIs, standard input may have the second, or both, with a space or tab between them.)";

inline constexpr const char* kIriExamples =
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
different, 2 errors.)";

inline constexpr const char* kLspDescription =
    R"(Serves the Language Server Protocol 3.17 over standard input and output: an editor that starts it shows
the links of its texts, their destinations, and warnings about them, and can rewrite them.)";

inline constexpr const char* kLspExamples =
    R"(Examples, for an editor:
  linkspan lsp
  linkspan lsp --log /tmp/linkspan.log          for a bug report: every message, one a line
  linkspan lsp --check /tmp/linkspan.log        does this linkspan answer as in the log?

docs/lsp.md says how to connect an editor, and which settings there are.

Exit status: 0 after the requests shutdown and exit; 1 the connection ended without them or was broken;
2 wrong usage. With --check: 0 all answers are the same, 1 some differ or the file cannot be read.)";

}  // namespace linkspan::command
