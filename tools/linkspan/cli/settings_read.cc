// SPDX-License-Identifier: Apache-2.0
// What is read, and which links are found and kept.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "cli/command_line.h"
#include "common/io.h"
#include "common/option_values.h"
#include "common/rule_sources.h"
#include "linkspan/charset.h"

namespace linkspan::command {
namespace {

constexpr const char* kProfileByName = "auto";
constexpr std::string_view kNoRegion = "international";

constexpr Word<Kind> kKinds[] = {{"url", Kind::url},
                                 {"email", Kind::email},
                                 {"custom", Kind::custom},
                                 {"file", Kind::file},
                                 {"phone", Kind::phone}};
constexpr Word<DefaultScheme> kDefaultSchemes[] = {{"http", DefaultScheme::http},
                                                   {"https", DefaultScheme::https}};

constexpr Word<Html> kHtml[] = {{"auto", Html::automatic},
                                {"text", Html::text},
                                {"links", Html::links},
                                {"all", Html::all},
                                {"off", Html::off}};

// How the lines of a text are wrapped.
struct Lines {
  Flow flow;
  Quoting quoting;
};
constexpr Word<Lines> kLines[] = {{"plain", {Flow::fixed, Quoting::none}},
                                  {"quoted", {Flow::fixed, Quoting::prefixes}},
                                  {"flowed", {Flow::flowed, Quoting::prefixes}},
                                  {"delsp", {Flow::flowed_delsp, Quoting::prefixes}}};

// A charset that the library knows, or "auto"; empty if none is given.
Result<std::string> parse_charset(const std::string& given) {
  if (base::to_ascii_lower(given) == "auto") return std::string("auto");
  if (given.empty()) return given;
  const Result<charset::Charset> found = charset::find(given);
  if (!found) return found.error();
  return given;
}

// An unknown charset is replaced by the fallback, whether the user or the document named it.
void choose_charsets(DocumentOptions& options, const Arguments& given) {
  const Result<std::string> fallback = parse_charset(given.value("--charset-fallback"));
  if (!fallback) {
    throw WrongUsage{fmt::format("--charset-fallback: {}", fallback.error().message)};
  }
  options.charset_fallback = fallback.value();
  const Result<std::string> charset = parse_charset(given.value("--charset"));
  if (!charset && fallback.value().empty()) {
    throw WrongUsage{fmt::format("--charset: {}", charset.error().message)};
  }
  if (!charset) {
    report_problem("--charset", fmt::format("{}; {} is used instead", charset.error().message,
                                            fallback.value()));
  }
  options.charset = charset ? charset.value() : fallback.value();
}

ShowProgress show_progress(const Arguments& given) {
  const bool is_wanted = given.has("--progress");
  const bool is_unwanted = given.has("--no-progress");
  if (is_wanted && is_unwanted) throw WrongUsage{"--progress and --no-progress: which?"};
  if (is_wanted) return ShowProgress::always;
  return is_unwanted ? ShowProgress::never : ShowProgress::when_slow;
}

Messages messages_of(const Arguments& given) {
  const bool is_verbose = given.has("--verbose");
  const bool is_silent = given.has("--no-messages");
  if (is_verbose && is_silent) throw WrongUsage{"--verbose and --no-messages: which?"};
  if (is_verbose) return Messages::all;
  return is_silent ? Messages::none : Messages::summed_up;
}

// With globs after `!` alone, nothing would be read.
void check_globs(const std::vector<std::string>& include) {
  const auto is_negated = [](const std::string& glob) { return glob.front() == '!'; };
  if (include.empty() || !std::all_of(include.begin(), include.end(), is_negated)) return;
  throw WrongUsage{fmt::format("--include '{}': to skip files, say --exclude '{}'", include[0],
                               include[0].substr(1))};
}

void choose_inputs(ReadSettings& settings, const Arguments& given) {
  const std::vector<std::string> operands = given.operands();
  settings.inputs.assign(operands.begin(), operands.end());
  if (std::find(settings.inputs.begin(), settings.inputs.end(), "") != settings.inputs.end()) {
    throw WrongUsage{"the name of an input is empty"};
  }
  settings.messages = messages_of(given);
  settings.progress = show_progress(given);
  check_globs(given.values("--include"));
  settings.filter = {given.values("--include"), given.values("--exclude"),
                     given.has("--ignore-vcs") ? IgnoreVcs::yes : IgnoreVcs::no};
  settings.pre.program = given.value("--pre");
  for (const std::string& glob : given.values("--pre-glob")) settings.pre.globs.add(glob);
  if (given.has("--pre-glob") && !given.has("--pre")) {
    throw WrongUsage{"--pre-glob says which files --pre is for; say --pre PROGRAM, too"};
  }
  if (given.has("--text")) settings.binary_files = BinaryFiles::read_as_text;
  settings.names_from = given.value("--files-from");
  // Without operands, standard input would be read.
  if (!settings.names_from.empty() && operands == std::vector<std::string>{"-"}) {
    settings.inputs.clear();
  }
}

void check_html(const ReadSettings& settings) {
  if (settings.html != Html::off) return;
  if (settings.is_from(ReadAs::page)) {
    throw WrongUsage{fmt::format("--from {} and --html off: which? --from text reads the source",
                                 settings.from->name)};
  }
  if (settings.asked_for == AskedFor::yes) {
    throw WrongUsage{"--markdown and --html off: which?"};
  }
}

// --- which links are found

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
  only_names.tlds.allow = names;
  if (const Result<Engine> engine = Engine::create(only_names); !engine.ok()) {
    throw WrongUsage{fmt::format("--tlds '{}', line {}: {}", path, lines[engine.error().position],
                                 engine.error().message)};
  }
  return names;
}

// A list of names with signs has no `!`.
void check_signs(const char* option, const std::string& list) {
  for (const std::string& part : split_list(option, list, "a,b or +a,-b")) {
    if (part.front() != '!') continue;
    throw WrongUsage{
        fmt::format("{} '{}': to remove a name, write -{}", option, part, part.substr(1))};
  }
}

NameList names_of(const char* option, const std::string& list) {
  check_signs(option, list);
  Result<NameList> names = parse_names(list);
  if (!names) throw WrongUsage{fmt::format("{} {}", option, names.error().message)};
  return std::move(names).value();
}

bool is_file(const std::string& path) { return std::ifstream(path).good(); }

// Names with a sign, and files: `+corp,-zip`, `ours.txt`, `ours.txt,+corp`.
NameList list_of_tlds(const std::string& list) {
  if (is_file(list)) return {.allow = read_tlds(list)};  // a comma may be in its name
  check_signs("--tlds", list);
  Options options;
  for (const std::string& part : split_list("--tlds", list, "+corp,-zip or a file of names")) {
    const bool has_sign = part.front() == '+' || part.front() == '-';
    if (!has_sign && !is_file(part)) {
      throw WrongUsage{
          fmt::format("--tlds '{0}' cannot be read: no such file. To add a name to IANA's list, "
                      "write +{0}",
                      part)};
    }
    const NameList names = has_sign ? names_of("--tlds", part) : NameList{.allow = read_tlds(part)};
    for (const auto names_of_kind : {&NameList::allow, &NameList::add, &NameList::remove}) {
      (options.tlds.*names_of_kind)
          .insert((options.tlds.*names_of_kind).end(), (names.*names_of_kind).begin(),
                  (names.*names_of_kind).end());
    }
  }
  if (const Result<Engine> engine = Engine::create(options); !engine.ok()) {
    throw WrongUsage{fmt::format("--tlds: {}", engine.error().message)};
  }
  return options.tlds;
}

// --- rules of the user

std::string names_of_sets() {
  std::string names;
  for (const ShippedRules& set : kShippedRules) (names += names.empty() ? "" : ", ") += set.name;
  return names;
}

// A built-in set, or a file. `./github` is always a file.
RuleSources::File read_source(const std::string& name) {
  for (const ShippedRules& set : kShippedRules) {
    if (set.name == name) return {name, std::string(set.content)};
  }
  std::ifstream in(name, std::ios::binary);
  if (!in || std::filesystem::is_directory(name)) {
    throw WrongUsage{
        fmt::format("--rules '{}' cannot be read, and is not one of the built-in sets: {}", name,
                    names_of_sets())};
  }
  return {name, {std::istreambuf_iterator<char>(in), {}}};
}

constexpr Word<FilePlaces::Which> kPlaces[] = {{"all", FilePlaces::Which::all},
                                               {"existing", FilePlaces::Which::with_uri}};
constexpr Word<Leniency> kLeniencies[] = {
    {"possible", Leniency::possible}, {"valid", Leniency::valid}, {"grouped", Leniency::grouped}};

// The directory of relative names, absolute; empty if it is not known.
std::string files_root(const Arguments& given) {
  std::string root = given.value("--files-root");
  const bool opens = given.command() == kRender || given.command() == kPick;
  if (root.empty() && (opens || given.value("--files") == "existing")) root = ".";
  if (root.empty()) return root;
  std::error_code error;
  const std::string found = std::filesystem::canonical(root, error).string();
  if (error || !std::filesystem::is_directory(found)) {
    throw WrongUsage{fmt::format("--files-root '{}' is not a directory", root)};
  }
  return found;
}

std::optional<PhoneNumbers> phones_of(const Arguments& given) {
  if (!given.has("--phones")) {
    if (given.has("--phone-leniency")) {
      throw WrongUsage{"--phone-leniency is for --phones, which is not given"};
    }
    return std::nullopt;
  }
  PhoneNumbers phones;
  const std::string& regions = given.value("--phones");
  if (regions != kNoRegion) phones.regions = split_list("--phones", regions, "DE,AT");
  phones.leniency =
      choose("--phone-leniency", given.value("--phone-leniency"), kLeniencies, Leniency::grouped);
  return phones;
}

// --- which links are kept

bool is_well_formed(const std::string& text) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const uint8_t* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) return false;
    at += found.length;
  }
  return true;
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   (RFC 3986, section 3.1)
bool is_scheme(std::string_view name) {
  return base::is_ascii_letter(static_cast<uint8_t>(name.front())) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' ||
                  c == '.';
         });
}

// The host in what someone took for one: https://user@example.org:80/a.
std::string host_in(std::string_view text) {
  if (const size_t at = text.find("://"); at != std::string_view::npos) text.remove_prefix(at + 3);
  text = text.substr(0, text.find('/'));
  if (const size_t at = text.rfind('@'); at != std::string_view::npos) text.remove_prefix(at + 1);
  const auto colons = std::count(text.begin(), text.end(), ':');
  if (colons > 1 && !text.starts_with('[')) return fmt::format("[{}]", text);  // of IPv6
  return std::string(colons == 1 ? text.substr(0, text.find(':')) : text);
}

// Rejects globs that no host can match. --host was once the name of --host-form.
void check_host(const char* option, const std::string& glob) {
  const bool is_kept = std::string_view(option) == "--host";
  if (is_kept && (glob == "ascii" || glob == "percent")) {
    throw WrongUsage{
        fmt::format("--host keeps the links of a host; for the form of hosts in a URI, say "
                    "--host-form {}; for a host of that name, --host '{}?'",
                    glob, glob.substr(0, glob.size() - 1))};
  }
  if (!is_well_formed(glob)) throw WrongUsage{fmt::format("{} '{}' is not UTF-8", option, glob)};
  if (glob.front() == '!' || glob.front() == '-') {
    throw WrongUsage{fmt::format("{} '{}': to {} links to a host, say {} '{}'", option, glob,
                                 is_kept ? "leave out" : "keep",
                                 is_kept ? "--exclude-host" : "--host", glob.substr(1))};
  }
  const std::string host = glob.front() == '.' ? '*' + glob : host_in(glob);
  if (host != glob) {
    throw WrongUsage{fmt::format("{} '{}' is not a host; say {} '{}'", option, glob, option,
                                 host.empty() ? "example.org" : host)};
  }
  if (glob.find_first_of(" \t") != std::string::npos) {
    throw WrongUsage{fmt::format("{} '{}' has a space in it; a list is example.org,*.example.org",
                                 option, glob)};
  }
}

std::vector<std::string> hosts_of(const char* option, const Arguments& given) {
  if (!given.has(option)) return {};
  std::vector<std::string> hosts =
      split_list(option, given.value(option), "example.org,*.example.org");
  for (const std::string& glob : hosts) check_host(option, glob);
  return hosts;
}

std::string base_of(const std::string& base) {
  if (!base.empty() && !iri::parse(base, iri::Grammar::iri).ok()) {
    throw WrongUsage{
        fmt::format("--base '{}' is not an absolute URI; an example is "
                    "https://example.org/docs/",
                    base)};
  }
  return base;
}

}  // namespace

namespace {

// Names of elements, of which some stand for parts of a text.
void choose_never_in(ReadSettings& settings, const Arguments& given) {
  if (!given.has("--not-in")) return;
  DocumentOptions only_names;
  only_names.never_in = split_list("--not-in", given.value("--not-in"), "code,pre,blockquote");
  const auto stream = DocumentStream::open(Engine::create({}).value(), only_names);
  if (!stream) throw WrongUsage{fmt::format("--not-in: {}", stream.error().message)};
  settings.document.never_in = std::move(only_names.never_in);
  settings.long_inputs = LongInputs::whole;  // a part does not know that it begins in code
}

void choose_targets(DocumentOptions& options, const Arguments& given) {
  if (given.has("--unwrap")) options.wrapped = Wrapped::unwrap;
  if (given.has("--strip-tracking")) options.tracking = Tracking::strip;
  if (given.has("--defanged")) options.layout.defanged = Defanged::refang;
}

}  // namespace

ReadSettings read_settings(const Arguments& given) {
  ReadSettings settings;
  choose_inputs(settings, given);
  settings.from = choose("--from", given.value("--from"), kOffered<Offered::to_scan>.words,
                         static_cast<const Format*>(nullptr));
  choose_charsets(settings.document, given);
  const Lines lines = choose("--lines", given.value("--lines"), kLines, kLines[0].value);
  settings.document.layout.flow = lines.flow;
  settings.document.layout.quoting = lines.quoting;
  if (given.has("--join-wrapped")) settings.document.layout.wrapping = Wrapping::join;
  if (given.has("--markdown")) settings.asked_for = AskedFor::yes;
  choose_never_in(settings, given);
  choose_targets(settings.document, given);
  settings.html = choose("--html", given.value("--html"), kHtml, Html::automatic);
  check_html(settings);
  if (given.has("--relative")) settings.document.relative_links = RelativeLinks::keep;
  settings.document.base = base_of(given.value("--base"));
  settings.document.default_scheme = choose("--default-scheme", given.value("--default-scheme"),
                                            kDefaultSchemes, DefaultScheme::http);
  settings.document.host =
      choose("--host-form", given.value("--host-form"), kHostForms, HostForm::ascii);
  settings.document.rules = user_rules(given);
  const std::string& profile = given.value("--profile");
  const bool is_by_name = profile.empty() || profile == kProfileByName;
  settings.profiles = is_by_name ? Profiles::by_name : Profiles::one;
  settings.options = engine_options(given);
  return settings;
}

Options engine_options(const Arguments& given) {
  Options options;
  const std::string& profile = given.value("--profile");
  if (!profile.empty() && profile != kProfileByName) {
    options.profile = parse_profile(profile).value();
  }
  options.bare_domains = !given.has("--no-bare");
  options.email = !given.has("--no-email");
  if (given.has("--schemes")) options.schemes = names_of("--schemes", given.value("--schemes"));
  if (given.has("--tlds")) options.tlds = list_of_tlds(given.value("--tlds"));
  options.max_link_bytes = parse_number("--max-link", given.value("--max-link"), "bytes", 256,
                                        1u << 30, options.max_link_bytes);
  return options;
}

Rules user_rules(const Arguments& given) {
  const std::vector<std::string> files = given.values("--rules");
  const std::vector<std::string> rules_given = given.values("--rule");
  const std::vector<std::string> parameters = given.values("--rule-parameter");
  if (files.empty() && rules_given.empty() && !parameters.empty()) {
    throw WrongUsage{"--rule-parameter is for --rules, which is not given"};
  }
  RuleSources sources;
  if (given.has("--files")) {
    sources.places = choose("--files", given.value("--files"), kPlaces, FilePlaces::Which::all);
    sources.root = files_root(given);
  } else if (given.has("--files-root")) {
    throw WrongUsage{"--files-root is for --files, which is not given"};
  }
  sources.phones = phones_of(given);
  for (const std::string& parameter : parameters) {
    const size_t equals = parameter.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw WrongUsage{
          fmt::format("--rule-parameter '{}' has no value; write NAME=VALUE", parameter)};
    }
    sources.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
  }
  for (const std::string& name : files) sources.files.push_back(read_source(name));
  sources.rules = rules_given;
  if (sources.empty()) return {};
  Result<Rules> rules = load_rules(sources);
  if (!rules) throw WrongUsage{rules.error().message};
  return std::move(rules).value();
}

LinkFilter::Wanted wanted_links(const Arguments& given) {
  LinkFilter::Wanted wanted;
  if (given.has("--kind")) {
    for (const std::string& word : split_list("--kind", given.value("--kind"), "url,email")) {
      wanted.kinds.push_back(choose("--kind", word, kKinds, Kind::url));
    }
  }
  wanted.hosts = hosts_of("--host", given);
  wanted.excluded_hosts = hosts_of("--exclude-host", given);
  if (given.has("--scheme")) {
    wanted.schemes = split_list("--scheme", given.value("--scheme"), "https,mailto");
  }
  for (std::string& scheme : wanted.schemes) {
    if (!is_scheme(scheme)) {
      throw WrongUsage{
          fmt::format("--scheme: '{}' is not a scheme; a list is https,mailto", scheme)};
    }
    scheme = base::to_ascii_lower(scheme);
  }
  return wanted;
}

}  // namespace linkspan::command
