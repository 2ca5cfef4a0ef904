// SPDX-License-Identifier: Apache-2.0
// The settings of render, pick, explain, iri and lsp.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "cli/command_line.h"
#include "common/option_values.h"

namespace linkspan::command {
namespace {

constexpr Word<RenderFormat> kRenderFormats[] = {{"html", RenderFormat::html},
                                                 {"ansi", RenderFormat::ansi},
                                                 {"markdown", RenderFormat::markdown}};

constexpr uint32_t kMostShown = 1'000'000;

render::OpenableSchemes openable_schemes(const std::string& list) {
  if (list.empty()) return {};
  Result<render::OpenableSchemes> schemes =
      render::OpenableSchemes::create(split_list("--open-schemes", list, "+steam,-ftp"));
  if (!schemes) throw WrongUsage{fmt::format("--open-schemes: {}", schemes.error().message)};
  return std::move(schemes).value();
}

// Sets what --keep-html needs.
void check_keep_html(RenderSettings& settings, const Arguments& given) {
  if (settings.to != RenderFormat::html && given.has("--to")) {
    throw WrongUsage{"--keep-html is for --to html"};
  }
  if (given.has("--page") || given.has("--inline") || given.has("--show-destination") ||
      given.has("--shorten")) {
    throw WrongUsage{
        "--keep-html leaves the page as it is: no --page, --inline, --shorten or "
        "--show-destination"};
  }
  if (settings.read.from != nullptr && settings.read.from->markup != Markup::html) {
    throw WrongUsage{"--keep-html is for --from html"};
  }
  if (settings.read.inputs.size() != 1) throw WrongUsage{"--keep-html takes one input"};
  settings.to = RenderFormat::html;
  settings.keeps_html = true;
}

constexpr Word<IriVerb> kVerbs[] = {
    {"to-uri", IriVerb::to_uri},         {"to-iri", IriVerb::to_iri},
    {"minimal", IriVerb::minimal},       {"normalize", IriVerb::normalize},
    {"compare", IriVerb::compare},       {"resolve", IriVerb::resolve},
    {"relativize", IriVerb::relativize}, {"display", IriVerb::display},
    {"inspect", IriVerb::inspect},       {"unwrap", IriVerb::unwrap},
    {"refang", IriVerb::refang},         {"defang", IriVerb::defang}};

constexpr Word<iri::Ladder> kRungs[] = {{"simple", iri::Ladder::simple},
                                        {"syntax", iri::Ladder::syntax},
                                        {"scheme", iri::Ladder::scheme}};
constexpr Word<iri::DotSegments> kResolvers[] = {{"rfc", iri::DotSegments::plain},
                                                 {"browser", iri::DotSegments::also_as_browsers}};
constexpr Word<iri::BidiForm> kBidiForms[] = {{"none", iri::BidiForm::none},
                                              {"isolate", iri::BidiForm::isolate},
                                              {"embedding", iri::BidiForm::embedding},
                                              {"marks", iri::BidiForm::marks}};

const Word<IriVerb>* verb_named(std::string_view word) {
  const auto* const found =
      std::find_if(std::begin(kVerbs), std::end(kVerbs),
                   [word](const Word<IriVerb>& verb) { return verb.word == word; });
  return found == std::end(kVerbs) ? nullptr : found;
}

[[noreturn]] void throw_unknown_verb(const std::string& word) {
  const std::string nearest = nearest_word(word, iri_verbs());
  const bool is_missing = word == "-";
  if (is_missing) {
    throw WrongUsage{fmt::format("a verb is missing: linkspan iri {}", alternatives(kVerbs))};
  }
  if (nearest.empty()) {
    throw WrongUsage{
        fmt::format("'{}' is not known; linkspan iri can {}", word, alternatives(kVerbs))};
  }
  throw WrongUsage{fmt::format("'{}' is not known; did you mean {}?", word, nearest)};
}

// Takes the verb from the operands. An IRI without a verb is inspected.
IriVerb take_verb(std::vector<std::string>& operands) {
  const Word<IriVerb>* const verb = verb_named(operands.front());
  if (verb == nullptr) {
    if (operands.front().find(':') != std::string::npos) return IriVerb::inspect;
    throw_unknown_verb(operands.front());
  }
  operands.erase(operands.begin());
  return verb->value;
}

void take_operands(IriSettings& settings, std::vector<std::string> operands) {
  if (operands.empty()) operands.emplace_back("-");
  if (takes_two(settings.verb) && operands != std::vector<std::string>{"-"}) {
    if (operands.front() == "-") {
      throw WrongUsage{
          "only the second IRI can come from standard input; for the IRI '-', write ./-"};
    }
    settings.first = operands.front();
    operands.erase(operands.begin());
    if (operands.empty()) operands.emplace_back("-");
  }
  settings.operands = std::move(operands);
}

// Each option is for a few verbs.
void check_options(const Arguments& given, IriVerb verb) {
  struct ForVerbs {
    const char* option;
    std::initializer_list<IriVerb> verbs;
    const char* names;
  };
  const ForVerbs all[] = {
      {"--host-form", {IriVerb::to_uri}, "to-uri"},
      {"--encode-forbidden", {IriVerb::to_uri}, "to-uri"},
      {"--legacy", {IriVerb::to_uri}, "to-uri"},
      {"--at-end", {IriVerb::minimal}, "minimal"},
      {"--rung", {IriVerb::normalize, IriVerb::compare}, "normalize and compare"},
      {"--like", {IriVerb::resolve}, "resolve"},
      {"--bidi", {IriVerb::display}, "display"},
      {"--scripts", {IriVerb::display}, "display"},
      {"--strip-tracking", {IriVerb::unwrap}, "unwrap"}};
  for (const ForVerbs& one : all) {
    const bool fits = std::find(one.verbs.begin(), one.verbs.end(), verb) != one.verbs.end();
    if (given.has(one.option) && !fits) {
      throw WrongUsage{fmt::format("{} is for linkspan iri {}", one.option, one.names)};
    }
  }
}

std::vector<std::string> choose_scripts(const std::string& given) {
  if (given.empty()) return {};
  std::vector<std::string> codes = split_list("--scripts", given, "Latn,Cyrl");
  for (const std::string& code : codes) {
    const bool is_code = code.size() == 4 && std::all_of(code.begin(), code.end(), [](char c) {
                           return base::is_ascii_letter(static_cast<unsigned char>(c));
                         });
    if (!is_code) {
      throw WrongUsage{fmt::format(
          "--scripts: '{}' is not a four-letter code of ISO 15924; a list is Latn,Cyrl", code)};
    }
  }
  return codes;
}

// What places in files open.
void choose_places(RenderSettings& settings, const Arguments& given) {
  if (settings.to != RenderFormat::ansi) {
    throw WrongUsage{"--files is for --to ansi: no page has links into this machine"};
  }
  settings.place_uri = given.value("--files-uri");
  if (settings.place_uri.empty()) return;
  const std::string scheme = settings.place_uri.substr(0, settings.place_uri.find(':'));
  Result<render::OpenableSchemes> schemes = render::OpenableSchemes::create({scheme});
  const size_t path = settings.place_uri.find("{path}");
  if (!schemes || scheme.size() == settings.place_uri.size() || path == std::string::npos) {
    throw WrongUsage{
        fmt::format("--files-uri '{}' is not the URI of a place; an example is "
                    "vscode://file{{path}}:{{line}}{}",
                    settings.place_uri, schemes ? "" : ": " + schemes.error().message)};
  }
  settings.for_places = std::move(schemes).value();
}

bool has_standard_input(const std::vector<NamedInput>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
}

}  // namespace

RenderSettings render_settings(const Arguments& given) {
  RenderSettings settings;
  settings.read = read_settings(given);
  settings.read.forms = MailForms::fullest;
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  settings.to = choose("--to", given.value("--to"), kRenderFormats,
                       is_terminal ? RenderFormat::ansi : RenderFormat::html);
  if (given.has("--page")) settings.page = render::HtmlForm::page;
  if (given.has("--page") && settings.to != RenderFormat::html) {
    throw WrongUsage{"--page is for --to html"};
  }
  if (given.has("--inline") && settings.to != RenderFormat::html) {
    throw WrongUsage{"--inline is for --to html"};
  }
  if (given.has("--keep-html")) check_keep_html(settings, given);
  if (given.has("--inline") && given.has("--page"))
    throw WrongUsage{"--inline and --page exclude each other"};
  if (given.has("--inline")) settings.page = render::HtmlForm::phrasing;
  settings.most_characters =
      parse_number("--shorten", given.value("--shorten"), "characters", 1, kMostShown, 0);
  if (given.has("--keep-sgr") && settings.to != RenderFormat::ansi) {
    throw WrongUsage{"--keep-sgr is for --to ansi"};
  }
  settings.openable = openable_schemes(given.value("--open-schemes"));
  if (given.has("--files")) choose_places(settings, given);
  if (given.has("--show-destination")) settings.destination = render::ShowDestination::where_hidden;
  if (given.has("--keep-sgr")) {
    settings.colours = render::TextColours::keep;
    settings.read.document.layout.colours = Colours::remove;
  }
  return settings;
}

PickSettings pick_settings(const Arguments& given) {
  PickSettings settings;
  settings.read = read_settings(given);
  settings.read.forms = MailForms::all;  // the HTML has the texts of links of the plain text
  settings.read.document.offsets = OffsetUnit::lines;
  settings.read.document.layout.wrapping = Wrapping::join;  // nobody opens half a link
  settings.keep = wanted_links(given);
  if (given.has("--print")) {
    settings.way = PickWay::print;
  } else if (isatty(STDOUT_FILENO) == 1) {
    settings.way = PickWay::open;
  }
  const bool needs_keys = settings.way != PickWay::list;
  if (needs_keys && isatty(STDIN_FILENO) == 1 && has_standard_input(settings.read.inputs)) {
    throw WrongUsage{
        "standard input is the terminal and cannot be both keys and text; name a FILE, or: dmesg | "
        "linkspan pick"};
  }
  return settings;
}

std::vector<std::string> iri_verbs() {
  std::vector<std::string> names;
  for (const Word<IriVerb>& verb : kVerbs) names.emplace_back(verb.word);
  return names;
}

IriSettings iri_settings(const Arguments& given) {
  std::vector<std::string> operands = given.operands();
  IriSettings settings;
  settings.verb = take_verb(operands);
  check_options(given, settings.verb);
  take_operands(settings, std::move(operands));
  using ToUri = iri::ToUriOptions;
  settings.output = given.has("--json") ? IriOutput::json : IriOutput::text;
  settings.to_uri.host =
      choose("--host-form", given.value("--host-form"), kHostForms, HostForm::ascii);
  if (given.has("--encode-forbidden")) settings.to_uri.forbidden = ToUri::Forbidden::encoded;
  if (given.has("--legacy")) settings.to_uri.source = ToUri::Source::legacy;
  if (given.has("--at-end")) settings.formatting = iri::Formatting::at_end_of_text;
  if (given.has("--strip-tracking")) settings.tracking = Tracking::strip;
  settings.rung = choose("--rung", given.value("--rung"), kRungs, iri::Ladder::scheme);
  settings.dots = choose("--like", given.value("--like"), kResolvers, iri::DotSegments::plain);
  settings.display.bidi =
      choose("--bidi", given.value("--bidi"), kBidiForms, iri::BidiForm::isolate);
  settings.display.scripts = choose_scripts(given.value("--scripts"));
  return settings;
}

ExplainSettings explain_settings(const Arguments& given) {
  if (given.value("--profile") == "auto") {
    throw WrongUsage{"--profile auto chooses by the names of files, and explain reads no files"};
  }
  return {given.operands(), engine_options(given), user_rules(given)};
}

LspSettings lsp_settings(const Arguments& given) {
  if (given.operands() != std::vector<std::string>{"-"}) {
    throw WrongUsage{"linkspan lsp takes no file; the editor sends the text"};
  }
  if (given.has("--log") && given.has("--check")) {
    throw WrongUsage{"--log and --check cannot be used together"};
  }
  return {given.value("--log"), given.value("--check")};
}

}  // namespace linkspan::command
