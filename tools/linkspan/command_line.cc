#include "command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "charset/charset.h"
#include "io.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kMainHelp =
    R"(linkspan finds IRIs, URLs and email addresses in plain text.
Usage: linkspan COMMAND [OPTION]... [FILE]...

Commands:
  scan                        find links
  render                      the text, with links to click on, as HTML or for a terminal
  explain                     show what was looked at in a text, and why it is a link or none

Options:
  -h, --help                  this help; 'linkspan COMMAND --help' for that of a command
  --version                   the version of the program

Examples:
  linkspan scan letter.txt    the links of a file, with line and column
  linkspan scan Maildir/      those of all messages in a folder
  dmesg | linkspan scan       the links of what another program writes
  linkspan render --to html --page letter.eml > letter.html
  linkspan explain 'see README.md'
)";

constexpr const char* kScanDescription =
    R"(Finds the links of each FILE and says where they begin and end. A directory stands for all files
below it. Without FILE, or where FILE is -, standard input is read. FILE may be text in any charset, a
mail message, a mailbox, and each of them compressed (gzip, xz, zstd, bzip2).)";

constexpr const char* kRenderDescription =
    R"(Writes the text of each FILE with its links to click on: as HTML, or for a terminal that knows
hyperlinks (OSC 8). What is read is as for 'linkspan scan'.)";

constexpr const char* kRenderExamples =
    R"(Examples:
  linkspan render letter.eml                            in a terminal
  linkspan render --to html --page letter.eml > a.html  for a browser
  linkspan render --to html notes.txt                   to be put into a page

Links that are not safe to open, such as javascript:, are shown as text. Characters that could drive
the terminal or the browser are shown, not obeyed.)";

constexpr const char* kScanExamples =
    R"(Examples:
  linkspan scan letter.txt                      for people: line:column: link
  linkspan scan --to jsonl mails/ > links.jsonl for programs: a JSON object for each link
  tail -f app.log | linkspan scan --profile code
  linkspan scan --jobs 2 inbox.mbox archive/*.eml
  linkspan scan --charset koi8-r old.txt        in the charset that you know it has
  linkspan scan --schemes https,mailto page.txt of all schemes, only these
  linkspan scan --schemes +steam,-ftp page.txt  the usual ones, with one more and one less
  echo '{"id":1,"text":"see example.org"}' | linkspan scan --from jsonl --offsets utf16

Output, jsonl: {"source","start","end","kind","form","text","iri","uri","ended_by"}
               and where there is something to say "message", "part" or "field", "raw_start",
               "raw_end", "pieces", "warnings"
        tsv:   source, start, end, kind, form, ended_by, text; \t \n \r \\ \xHH are escapes
        list:  line:column: text, with the name of the file in front if there are several, and
               the message and part of mail

Exit status: 0 all was read, whether or not there were links; 1 some input could not be read, or a
line of --from jsonl not be used; 2 wrong usage. 'man linkspan' says all of this at length.)";

constexpr const char* kExplainDescription =
    R"(Shows, for each place in TEXT that looks like a link, what made it be looked at, whether it is a link,
and which rule ended or rejected it. Without TEXT, standard input is read. Offsets are bytes.)";

constexpr const char* kExplainExamples =
    R"(Examples:
  linkspan explain 'Read README.md, then https://example.org/a.'
  linkspan explain --profile uts58 'https://example.com/a。次の文'

Output: two lines for each candidate: 'link' or 'none', where it begins and ends, and its text; then
what it is, or which character made it be looked at, the rule, and the reason.)";

// A value that can only be one of a few words.
template <class T>
struct Word {
  std::string_view word;
  T value;
};

constexpr Word<InputFormat> kInputFormats[] = {{"text", InputFormat::text},
                                               {"mail", InputFormat::mail},
                                               {"mbox", InputFormat::mbox},
                                               {"maildir", InputFormat::maildir},
                                               {"jsonl", InputFormat::jsonl}};
constexpr Word<InputFormat> kRenderInputFormats[] = {{"text", InputFormat::text},
                                                     {"mail", InputFormat::mail},
                                                     {"mbox", InputFormat::mbox},
                                                     {"maildir", InputFormat::maildir}};
constexpr Word<RenderFormat> kRenderFormats[] = {{"html", RenderFormat::html},
                                                 {"ansi", RenderFormat::ansi}};
constexpr Word<HostForm> kHostForms[] = {{"ascii", HostForm::ascii},
                                         {"percent", HostForm::percent}};

// How the lines of a text were made.
struct Lines {
  Flow flow;
  Quoting quoting;
};
constexpr Word<Lines> kLines[] = {{"plain", {Flow::fixed, Quoting::none}},
                                  {"quoted", {Flow::fixed, Quoting::prefixes}},
                                  {"flowed", {Flow::flowed, Quoting::prefixes}},
                                  {"delsp", {Flow::flowed_delsp, Quoting::prefixes}}};
constexpr Word<OutputFormat> kOutputFormats[] = {
    {"list", OutputFormat::list}, {"jsonl", OutputFormat::jsonl}, {"tsv", OutputFormat::tsv}};
constexpr Word<OffsetUnit> kOffsetUnits[] = {{"bytes", OffsetUnit::bytes},
                                             {"utf16", OffsetUnit::utf16},
                                             {"codepoints", OffsetUnit::code_points},
                                             {"lines", OffsetUnit::lines}};
constexpr Profile kProfiles[] = {Profile::prose, Profile::uts58, Profile::code, Profile::strict};

// "list|jsonl|tsv", as --help shows it.
template <class T, size_t n>
std::string alternatives(const Word<T> (&words)[n]) {
  std::string joined;
  for (const Word<T>& word : words) {
    if (!joined.empty()) joined += '|';
    joined += word.word;
  }
  return joined;
}

std::string profile_names() {
  std::string joined;
  for (const Profile profile : kProfiles) {
    if (!joined.empty()) joined += '|';
    joined += name(profile);
  }
  return joined;
}

// What is wrong with the arguments, in a sentence.
struct WrongUsage {
  std::string sentence;
};

// The options as they were given; what was not given is empty, and nothing else (check_values).
struct RawOptions {
  std::string from, to, offsets, profile, schemes, tlds, max_link;
  std::string charset, charset_fallback, lines, host, jobs;
  bool headers = false, join_wrapped = false, page = false;
  bool progress = false, no_progress = false;
  bool no_bare = false, no_email = false, version = false;
};

class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

 private:
  std::string usage_;
};

void add_option(CLI::App& app, const char* option, std::string& value,
                const std::string& placeholder, const char* description) {
  app.add_option(option, value, description)
      ->type_name(placeholder)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

// What is read, and how. The same for scan and render; the help is made from this.
void declare_read_options(CLI::App& app, RawOptions& raw) {
  const auto add = [&app](const char* option, std::string& value, const std::string& placeholder,
                          const char* description) {
    add_option(app, option, value, placeholder, description);
  };
  add("--charset", raw.charset, "NAME",
      "The charset of text, and of mail that names none\n(default: auto, or utf-8 where input is "
      "waited for).\nauto: by a mark, escapes of ISO 2022 or zero bytes; else\nUTF-8 if it is "
      "well-formed, else by statistics");
  add("--charset-fallback", raw.charset_fallback, "NAME",
      "What to read text and mail as whose charset is not known");
  add("--lines", raw.lines, alternatives(kLines),
      "How the lines of a text were made (default: plain). Mail\nsays so itself. quoted: \"> \" "
      "before a line is no text;\nflowed: a space at the end of a line joins it with the\nnext; "
      "delsp: "
      "and is no text");
  app.add_flag("--join-wrapped", raw.join_wrapped,
               "Join a link that fills its line and plainly goes on in\nthe next");
  add("--host", raw.host, alternatives(kHostForms),
      "How a host beyond ASCII is written in a URI (default:\nascii, that is xn--...)");
  app.add_flag("--progress", raw.progress, "Show how far it is, even if it is soon done");
  app.add_flag("--no-progress", raw.no_progress, "Never show how far it is");
}

void declare_scan_options(CLI::App& app, RawOptions& raw) {
  const auto add = [&app](const char* option, std::string& value, const std::string& placeholder,
                          const char* description) {
    add_option(app, option, value, placeholder, description);
  };
  add("--from", raw.from, alternatives(kInputFormats),
      "What the input is (default: told from its name and first\nbytes, but for jsonl). jsonl: a "
      "line "
      "is\n{\"id\":...,\"text\":\"...\"} and is answered by\n{\"id\":...,\"links\":[...]}");
  add("--to", raw.to, alternatives(kOutputFormats),
      "The form of the output (default: list on a terminal,\nelse jsonl)");
  add("--offsets", raw.offsets, alternatives(kOffsetUnits),
      "The unit of start and end (default: lines with list, else\nbytes). lines: line and column, "
      "from 1, in code points");
  app.add_flag("--headers", raw.headers,
               "Links in Subject, List-* and Archived-At of mail as well");
  add("--jobs", raw.jobs, "N",
      "Read files, mailboxes and long texts in N processes\n(default: 1; of no effect with --from "
      "jsonl)");
}

void declare_render_options(CLI::App& app, RawOptions& raw) {
  add_option(app, "--from", raw.from, alternatives(kRenderInputFormats),
             "What the input is (default: told from its name and first\nbytes)");
  add_option(app, "--to", raw.to, alternatives(kRenderFormats),
             "The form of the output (default: ansi on a terminal,\nelse html)");
  app.add_flag("--page", raw.page, "A whole page of HTML, not a part of one");
}

// What is a link. The same for all commands.
void declare_engine_options(CLI::App& app, RawOptions& raw) {
  const auto add = [&app](const char* option, std::string& value, const std::string& placeholder,
                          const char* description) {
    add_option(app, option, value, placeholder, description);
  };
  add("--profile", raw.profile, profile_names(),
      "The rules for where a link begins and ends (default: prose)");
  add("--schemes", raw.schemes, "LIST",
      "Which schemes to link, with commas between them; +NAME\nadds to the usual ones, -NAME takes "
      "away. Links without a\nscheme and addresses stay: --no-bare, --no-email");
  add("--tlds", raw.tlds, "FILE",
      "The top-level domains of links without a scheme, one a\nline, in place of IANA's list");
  add("--max-link", raw.max_link, "BYTES",
      "Cut links that are longer (default: 65536; from 256\nto 1073741824)");
  app.add_flag("--no-bare", raw.no_bare, "No links without a scheme, such as example.org/start");
  app.add_flag("--no-email", raw.no_email, "No email addresses");
  app.add_flag("--version", raw.version, "The version of the program");
  app.set_help_flag("-h,--help", "This help");
}

std::unique_ptr<CLI::App> make_app(const char* description, const char* name, const char* usage) {
  auto app = std::make_unique<CLI::App>(description, name);
  app->formatter(std::make_shared<HelpFormatter>(usage));
  app->get_formatter()->column_width(40);
  // Inputs are what CLI11 leaves over: as a positional option, a directory `[id]` would be taken
  // for a list of one element.
  app->allow_extras();
  return app;
}

std::unique_ptr<CLI::App> make_scan_app(RawOptions& raw) {
  auto app = make_app(kScanDescription, "linkspan scan",
                      "Usage: linkspan scan [OPTION]... [FILE|DIRECTORY]...\n");
  declare_scan_options(*app, raw);
  declare_read_options(*app, raw);
  declare_engine_options(*app, raw);
  app->footer(kScanExamples);
  return app;
}

std::unique_ptr<CLI::App> make_render_app(RawOptions& raw) {
  auto app = make_app(kRenderDescription, "linkspan render",
                      "Usage: linkspan render [OPTION]... [FILE|DIRECTORY]...\n");
  declare_render_options(*app, raw);
  declare_read_options(*app, raw);
  declare_engine_options(*app, raw);
  app->footer(kRenderExamples);
  return app;
}

std::unique_ptr<CLI::App> make_explain_app(RawOptions& raw) {
  auto app = make_app(kExplainDescription, "linkspan explain",
                      "Usage: linkspan explain [OPTION]... [TEXT]...\n");
  declare_engine_options(*app, raw);
  app->footer(kExplainExamples);
  return app;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

[[noreturn]] void throw_unknown_option(const CLI::App& app, const std::string& argument) {
  const std::string option = argument.substr(0, argument.find('='));
  std::string nearest;
  size_t nearest_distance = 3;  // further away, a suggestion would be a guess
  for (const CLI::Option* known : app.get_options()) {
    for (const std::string& long_name : known->get_lnames()) {
      const size_t distance = edit_distance(option, "--" + long_name);
      if (distance < nearest_distance) {
        nearest = "--" + long_name;
        nearest_distance = distance;
      }
    }
  }
  if (nearest.empty()) throw WrongUsage{fmt::format("there is no option {}", option)};
  throw WrongUsage{fmt::format("there is no option {}; did you mean {}?", option, nearest)};
}

// What is no option, among what CLI11 made nothing of. Without any, standard input is meant.
std::vector<std::string> take_arguments(const CLI::App& app) {
  std::vector<std::string> taken;
  bool options_may_follow = true;
  for (const std::string& argument : app.remaining()) {
    if (options_may_follow && argument == "--") {
      options_may_follow = false;
    } else if (options_may_follow && argument.size() > 1 && argument.front() == '-') {
      throw_unknown_option(app, argument);
    } else {
      taken.push_back(argument);
    }
  }
  if (taken.empty()) taken.emplace_back("-");
  return taken;
}

std::vector<std::string> take_inputs(const CLI::App& app) {
  std::vector<std::string> inputs = take_arguments(app);
  if (std::find(inputs.begin(), inputs.end(), "") != inputs.end()) {
    throw WrongUsage{"the name of an input is empty"};
  }
  return inputs;
}

template <class T, size_t n>
T choose(const char* option, const std::string& given, const Word<T> (&words)[n], T otherwise) {
  if (given.empty()) return otherwise;
  for (const Word<T>& word : words) {
    if (word.word == given) return word.value;
  }
  throw WrongUsage{fmt::format("{} '{}' is not known; {} can be {}", option, given, option,
                               alternatives(words))};
}

std::vector<std::string> split_schemes(const std::string& list) {
  std::vector<std::string> schemes;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    schemes.push_back(list.substr(at, comma - at));
    if (schemes.back().empty()) {
      throw WrongUsage{
          fmt::format("--schemes '{}' has an empty name in it; a list is https,mailto "
                      "or +steam,-ftp",
                      list)};
    }
    at = comma + 1;
  }
  return schemes;
}

// A whole number from `least` to `most`.
uint32_t parse_number(const char* option, const std::string& given, const char* what,
                      uint32_t least, uint32_t most, uint32_t otherwise) {
  if (given.empty()) return otherwise;
  uint32_t value = 0;
  const char* const end = given.data() + given.size();
  const auto [stopped_at, error] = std::from_chars(given.data(), end, value);
  if (error != std::errc() || stopped_at != end || value < least || value > most) {
    throw WrongUsage{fmt::format("{} '{}' is not a number of {} from {} to {}", option, given, what,
                                 least, most)};
  }
  return value;
}

// A charset that the library knows, or "auto"; empty if none is given.
Result<std::string> parse_charset(const std::string& given) {
  if (base::to_ascii_lower(given) == "auto") return std::string("auto");
  if (given.empty()) return given;
  const Result<charset::Charset> found = charset::find(given);
  if (!found) return found.error();
  return given;
}

// Where the charset is not known, the fallback is what text is read as, whoever named the charset.
void choose_charsets(DocumentOptions& options, const RawOptions& raw) {
  const Result<std::string> fallback = parse_charset(raw.charset_fallback);
  if (!fallback) {
    throw WrongUsage{fmt::format("--charset-fallback: {}", fallback.error().message)};
  }
  options.charset_fallback = fallback.value();
  const Result<std::string> charset = parse_charset(raw.charset);
  if (!charset && fallback.value().empty()) {
    throw WrongUsage{fmt::format("--charset: {}", charset.error().message)};
  }
  if (!charset) {
    report_problem("--charset", fmt::format("{}; {} is taken in its place", charset.error().message,
                                            fallback.value()));
  }
  options.charset = charset ? charset.value() : fallback.value();
}

std::string_view without_white_space_around(std::string_view text) {
  const auto is_white_space = [](char c) {
    return base::is_ascii_white_space(static_cast<unsigned char>(c));
  };
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1);
  return text;
}

// The names in a file in the form of grammars/tlds.txt: one a line, `#` begins a comment. Editors
// put a byte order mark before the first.
std::vector<std::string> read_tlds(const std::string& path) {
  std::vector<std::string> names;
  std::vector<size_t> lines;  // in which they stand
  std::ifstream in(path);
  if (!in) throw WrongUsage{fmt::format("--tlds '{}' cannot be read", path)};
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (++number == 1 && line.starts_with(base::kByteOrderMark)) {
      line.erase(0, base::kByteOrderMark.size());
    }
    const std::string_view name = without_white_space_around(line);
    if (name.empty() || name.front() == '#') continue;
    names.emplace_back(name);
    lines.push_back(number);
  }
  if (names.empty()) throw WrongUsage{fmt::format("--tlds '{}' has no names in it", path)};
  Options only_names;
  only_names.tlds = names;
  if (const Result<Engine> engine = Engine::create(only_names); !engine.ok()) {
    throw WrongUsage{fmt::format("--tlds '{}', line {}: {}", path, lines[engine.error().position],
                                 engine.error().message)};
  }
  return names;
}

Options engine_options(const RawOptions& raw) {
  Options options;
  if (!raw.profile.empty()) {
    const Result<Profile> profile = profile_named(raw.profile);
    if (!profile.ok()) {
      throw WrongUsage{fmt::format("--profile '{}' is not known; --profile can be {}", raw.profile,
                                   profile_names())};
    }
    options.profile = profile.value();
  }
  options.bare_domains = !raw.no_bare;
  options.email = !raw.no_email;
  if (!raw.schemes.empty()) options.schemes = split_schemes(raw.schemes);
  if (!raw.tlds.empty()) options.tlds = read_tlds(raw.tlds);
  options.max_link_bytes =
      parse_number("--max-link", raw.max_link, "bytes", 256, 1u << 30, options.max_link_bytes);
  return options;
}

ReadSettings read_settings(const CLI::App& app, const RawOptions& raw) {
  ReadSettings settings;
  settings.inputs = take_inputs(app);
  choose_charsets(settings.document, raw);
  const Lines lines = choose("--lines", raw.lines, kLines, kLines[0].value);
  settings.document.layout.flow = lines.flow;
  settings.document.layout.quoting = lines.quoting;
  if (raw.join_wrapped) settings.document.layout.wrapping = Wrapping::join;
  settings.document.host = choose("--host", raw.host, kHostForms, HostForm::ascii);
  settings.headers = raw.headers ? Headers::read : Headers::leave_out;
  settings.jobs = parse_number("--jobs", raw.jobs, "processes", 1, 1024, 1);
  if (raw.progress && raw.no_progress) throw WrongUsage{"--progress and --no-progress: which?"};
  if (raw.progress) settings.progress = ShowProgress::always;
  if (raw.no_progress) settings.progress = ShowProgress::never;
  settings.options = engine_options(raw);
  return settings;
}

bool is_utf8(std::string_view charset) {
  const std::string lower = base::to_ascii_lower(charset);
  return lower == "utf-8" || lower == "utf8";
}

// JSON is UTF-8, and each of its texts is one as it stands: there is nothing to say about bytes and
// lines, and it is no mail.
void check_options_of_jsonl(const RawOptions& raw) {
  const std::pair<const char*, bool> given[] = {
      {"--charset", !raw.charset.empty() && !is_utf8(raw.charset)},
      {"--charset-fallback", !raw.charset_fallback.empty()},
      {"--lines", !raw.lines.empty()},
      {"--join-wrapped", raw.join_wrapped},
      {"--headers", raw.headers}};
  for (const auto& [option, is_given] : given) {
    if (!is_given) continue;
    throw WrongUsage{
        fmt::format("{} says how text or mail is read; leave it out with --from jsonl, "
                    "whose texts are taken as they are",
                    option)};
  }
}

ScanSettings scan_settings(const CLI::App& app, const RawOptions& raw) {
  ScanSettings settings;
  settings.read = read_settings(app, raw);
  settings.read.from = choose("--from", raw.from, kInputFormats, InputFormat::guess);
  const bool is_jsonl = settings.read.from == InputFormat::jsonl;
  const bool for_people = isatty(STDOUT_FILENO) == 1 && !is_jsonl;
  settings.to =
      choose("--to", raw.to, kOutputFormats, for_people ? OutputFormat::list : OutputFormat::jsonl);
  if (is_jsonl && settings.to != OutputFormat::jsonl) {
    throw WrongUsage{"--from jsonl is answered in JSON lines; leave --to out, or say --to jsonl"};
  }
  if (is_jsonl) check_options_of_jsonl(raw);
  settings.read.document.offsets =
      choose("--offsets", raw.offsets, kOffsetUnits,
             settings.to == OutputFormat::list ? OffsetUnit::lines : OffsetUnit::bytes);
  return settings;
}

RenderSettings render_settings(const CLI::App& app, const RawOptions& raw) {
  RenderSettings settings;
  settings.read = read_settings(app, raw);
  settings.read.from = choose("--from", raw.from, kRenderInputFormats, InputFormat::guess);
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  settings.to =
      choose("--to", raw.to, kRenderFormats, is_terminal ? RenderFormat::ansi : RenderFormat::html);
  if (raw.page) settings.page = Page::whole;
  if (raw.page && settings.to != RenderFormat::html) {
    throw WrongUsage{"--page is for --to html"};
  }
  return settings;
}

CommandLine answered(std::string_view text) {
  return {CommandLine::Outcome::answered, {}, {}, {}, std::string(text)};
}

std::string version_line() { return fmt::format("linkspan {}\n", version()); }

// Has each option a value that needs one, and none of the others one? CLI11 takes `--option=` for
// one whose value is the next argument, and `--flag=false` for a flag that is left out.
void check_values(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const size_t equals = arguments[i].find('=');
    const bool is_joined = equals != std::string::npos;
    const std::string name = arguments[i].substr(0, equals);
    const CLI::Option* const option =
        name.starts_with("--") ? app.get_option_no_throw(name) : nullptr;
    if (option == nullptr) continue;
    const bool takes_value = option->get_expected_min() > 0;
    if (!takes_value && is_joined) {
      throw WrongUsage{fmt::format("{} takes no value; it is given or left out", name)};
    }
    if (!takes_value) continue;
    if (!is_joined) ++i;  // the next argument is its value, whatever that looks like
    const bool is_empty = is_joined ? equals + 1 == arguments[i].size()
                                    : i == arguments.size() || arguments[i].empty();
    if (is_empty) {
      throw WrongUsage{fmt::format("{} needs a value: {} {}", name, name, option->get_type_name())};
    }
  }
}

// Runs CLI11 over the arguments; what it answers itself (help, version) comes back as such.
template <class Take>
CommandLine parse_with(CLI::App& app, const RawOptions& raw, std::vector<std::string> arguments,
                       Take take) {
  check_values(app, arguments);
  std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 asks for
  try {
    app.parse(std::move(arguments));
    return raw.version ? answered(version_line()) : take();
  } catch (const CLI::CallForHelp&) {
    return answered(app.help());
  } catch (const CLI::ParseError& error) {
    throw WrongUsage{error.what()};
  }
}

CommandLine parse_scan(std::vector<std::string> arguments) {
  RawOptions raw;
  const std::unique_ptr<CLI::App> app = make_scan_app(raw);
  return parse_with(*app, raw, std::move(arguments), [&]() -> CommandLine {
    return {CommandLine::Outcome::scan, scan_settings(*app, raw), {}, {}, {}};
  });
}

CommandLine parse_render(std::vector<std::string> arguments) {
  RawOptions raw;
  const std::unique_ptr<CLI::App> app = make_render_app(raw);
  return parse_with(*app, raw, std::move(arguments), [&]() -> CommandLine {
    return {CommandLine::Outcome::render, {}, render_settings(*app, raw), {}, {}};
  });
}

CommandLine parse_explain(std::vector<std::string> arguments) {
  RawOptions raw;
  const std::unique_ptr<CLI::App> app = make_explain_app(raw);
  return parse_with(*app, raw, std::move(arguments), [&]() -> CommandLine {
    ExplainSettings settings{take_arguments(*app), engine_options(raw)};
    return {CommandLine::Outcome::explain, {}, {}, std::move(settings), {}};
  });
}

CommandLine parse_any(std::vector<std::string> arguments) {
  if (arguments.empty()) throw WrongUsage{"a command is missing, such as 'linkspan scan'"};
  const std::string command = arguments.front();
  arguments.erase(arguments.begin());
  if (command == "scan") return parse_scan(std::move(arguments));
  if (command == "render") return parse_render(std::move(arguments));
  if (command == "explain") return parse_explain(std::move(arguments));
  if (command == "-h" || command == "--help") return answered(kMainHelp);
  if (command == "--version") return answered(version_line());
  throw WrongUsage{
      fmt::format("there is no command '{}'; there are: scan, render, explain", command)};
}

}  // namespace

CommandLine parse_command_line(std::vector<std::string> arguments) {
  try {
    return parse_any(std::move(arguments));
  } catch (const WrongUsage& wrong) {
    report_wrong_usage(wrong.sentence);
    return {CommandLine::Outcome::wrong, {}, {}, {}, {}};
  }
}

void report_wrong_usage(std::string_view sentence) {
  report_problem(sentence);
  std::fputs("Try 'linkspan --help' or 'linkspan scan --help'.\n", stderr);
}

}  // namespace linkspan::command
