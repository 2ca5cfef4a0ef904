// SPDX-License-Identifier: Apache-2.0
// The texts of --help that surround the lists of options.
#pragma once

#include <string_view>

namespace linkspan::command {

// The start of `linkspan help`, and of `linkspan --help`, which goes on with the help of each
// command.
inline constexpr std::string_view kSummary =
    R"(linkspan finds IRIs, URLs and email addresses in text and mail.
Usage: linkspan [COMMAND] [OPTION]... [FILE|DIRECTORY]...

  scan       print links, as without a COMMAND; standard input without a FILE
  pick       choose links from a full-screen list, to open or to copy them
  render     the text with its links to click on, as HTML or for a terminal
  explain    why something in a TEXT is a link, or is not
  iri        map, normalize, compare, resolve and inspect IRIs
  lsp        links in an editor, as a language server
  help       of a COMMAND; also: version, completions bash|zsh|fish

  -o, --to list|uri|iri|text|jsonl|tsv    the text of links alone, other forms
  --unique, --count                       each link once; how often it is there
  --kind email, --host '*.example.org', --scheme https    some of the links
  -l, -c, -q, -m N                        files, counts, status, N: as with grep

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
    R"(Finds the links of each FILE and says where they begin and end. A directory stands for all files
below it. Without FILE, or where FILE is -, standard input is read. FILE may be text in any charset,
HTML, a mail message, a mailbox, and each of them compressed (gzip, xz, zstd, bzip2).)";

inline constexpr const char* kRenderDescription =
    R"(Writes the text of each FILE with its links to click on: as HTML, as Markdown, or for a terminal
that knows hyperlinks (OSC 8). What is read is as for 'linkspan scan'.)";

inline constexpr const char* kRenderExamples =
    R"(Examples:
  linkspan render letter.eml                            in a terminal
  linkspan render --to html --page letter.eml > a.html  for a browser
  linkspan render --to html notes.txt                   to be put into a page

Links that are not safe to open, such as javascript:, are shown as text. Characters that could drive
the terminal or the browser are shown, not obeyed.)";

inline constexpr const char* kScanExamples =
    R"(Examples:
  linkspan scan letter.txt                      for people: line:column: link
  linkspan scan --to jsonl mails/ > links.jsonl for programs: a JSON object for each link
  tail -f app.log | linkspan scan --profile code
  linkspan scan --to uri --unique letter.txt    the URIs alone, each once
  linkspan scan -l --host '*.example.org' mails/ as grep -l: the files that link there
  linkspan scan --jobs 2 inbox.mbox archive/*.eml
  linkspan scan --charset koi8-r old.txt        in the charset that you know it has
  linkspan scan --schemes https,mailto page.txt of all schemes, only these
  linkspan scan --schemes +steam,-ftp page.txt  the usual ones, with one more and one less
  echo '{"id":1,"text":"see example.org"}' | linkspan scan --from jsonl --offsets utf16

Output, jsonl: {"source","start","end","kind","form","text","iri","uri","ended_by"}
               and where there is something to say "message", "part" or "field", "raw_start",
               "raw_end", "pieces", "display", "warnings"
        tsv:   source, start, end, kind, form, ended_by, text, uri; \t \n \r \\ \xHH are escapes
        list:  line:column: text, with the name of the file in front if there are several, and
               the message and part of mail; after a link with a serious warning, a sign, the
               host that it leads to and the names of its warnings

Exit status: 0 all was read, whether or not there were links; 1 some input could not be read, or a
line of --from jsonl not be used; 2 wrong usage. With -q or --exit-status: 0 a link was found, 1 none
was, 2 an error. 'man linkspan' says all of this at length.)";

inline constexpr const char* kPickDescription =
    R"(Shows the links of each FILE in a full-screen list, with the text around them, to search in, to mark,
to open and to copy. What is read is as for 'linkspan scan'; where standard input is read, keys come from
the terminal. Where standard output is not a terminal, the URIs of all links are printed, one a line.)";

inline constexpr const char* kPickExamples =
    R"(Examples:
  linkspan pick letter.eml
  dmesg | linkspan pick
  linkspan pick notes.txt | xargs wget          all of them, without a list
  wget $(linkspan pick --print notes.txt)       those that you choose

Keys: j k and arrows move, Enter opens, y copies, Space marks, / searches, q quits; ? shows all.
Links are opened by $BROWSER (programs with colons between them, %s for the URI), else by xdg-open.
'man linkspan' says more.)";

inline constexpr const char* kExplainDescription =
    R"(Shows, for each place in TEXT that looks like a link, what made it be looked at, whether it is a link,
and which rule ended or rejected it. Without TEXT, standard input is read. Offsets are bytes.)";

inline constexpr const char* kExplainExamples =
    R"(Examples:
  linkspan explain 'Read README.md, then https://example.org/a.'
  linkspan explain --profile uts58 'https://example.com/a。次の文'

Output: two lines for each candidate: 'link' or 'none', where it begins and ends, and its text; then
what it is, or which character made it be looked at, the rule, and the reason.)";

inline constexpr const char* kIriDescription =
    R"(Takes IRIs and URIs as arguments, or one a line from standard input, and writes one answer a line.

  to-uri              the URI (RFC 3987, section 3.1)
  to-iri              the IRI of a URI, for people to read
  minimal             as little percent-encoding as a URL needs in text (UTS #58)
  normalize           the same for all IRIs that --rung calls equal
  compare A B         simple, syntax or scheme, the first rung on which they are equal; or different
  resolve BASE REF    where a reference leads to
  relativize BASE IRI the shortest reference that leads there
  display             for a person to read, in text of any direction
  inspect             the components, forms and warnings of an IRI, drawn; also without VERB

Of two IRIs, the second, or both with a space or tab between them, may come from standard input.)";

inline constexpr const char* kIriExamples =
    R"(Examples:
  linkspan iri inspect 'https://www.paypal.com@evil.example/'
  linkspan iri to-uri < iris.txt                one URI a line
  linkspan iri resolve http://a/b/c ../d        http://a/d
  linkspan -o letter.txt | linkspan iri --json display
                                                objects, with warnings

Output, --json: {"input","output","warnings":[{"name","start","end","message"}]}
                or {"input","error":{"position","message"}}; places are bytes of the input

Exit status: 0 all were IRIs; 1 some were not: the line of output is empty, and standard error says
what is wrong, and where; 2 wrong usage. compare has that of cmp: 0 all are equal, 1 some are
different, 2 errors.)";

inline constexpr const char* kLspDescription =
    R"(Serves the Language Server Protocol 3.17 over standard input and output: an editor that starts it shows
the links of its texts, what they lead to, and what is suspicious about them, and can rewrite them.)";

inline constexpr const char* kLspExamples =
    R"(Examples, for an editor:
  linkspan lsp
  linkspan lsp --log /tmp/linkspan.log          for a bug report: every message, one a line
  linkspan lsp --check /tmp/linkspan.log        does this linkspan answer as in the log?

docs/lsp.md says how to connect an editor, and which settings there are.

Exit status: 0 after the requests shutdown and exit; 1 the connection ended without them or was broken;
2 wrong usage. With --check: 0 all answers are the same, 1 some differ or the file cannot be read.)";

}  // namespace linkspan::command
