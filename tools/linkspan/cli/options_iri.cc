// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "cli/option_groups.h"
#include "common/option_values.h"
#include "common/suggestions.h"

namespace linkspan::command {
namespace {

constexpr Word<IriVerb> kVerbs[] = {
    {"to-uri", IriVerb::to_uri},         {"to-iri", IriVerb::to_iri},
    {"minimal", IriVerb::minimal},       {"normalize", IriVerb::normalize},
    {"compare", IriVerb::compare},       {"resolve", IriVerb::resolve},
    {"relativize", IriVerb::relativize}, {"display", IriVerb::display},
    {"inspect", IriVerb::inspect}};

constexpr Word<iri::Ladder> kRungs[] = {{"simple", iri::Ladder::simple},
                                        {"syntax", iri::Ladder::syntax},
                                        {"scheme", iri::Ladder::scheme}};
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
void check_options(const RawIriOptions& raw, IriVerb verb) {
  struct Given {
    const char* option;
    bool is_given;
    std::initializer_list<IriVerb> verbs;
    const char* names;
  };
  const Given all[] = {{"--host-form", !raw.host_form.empty(), {IriVerb::to_uri}, "to-uri"},
                       {"--encode-forbidden", raw.encode_forbidden, {IriVerb::to_uri}, "to-uri"},
                       {"--legacy", raw.legacy, {IriVerb::to_uri}, "to-uri"},
                       {"--at-end", raw.at_end, {IriVerb::minimal}, "minimal"},
                       {"--rung",
                        !raw.rung.empty(),
                        {IriVerb::normalize, IriVerb::compare},
                        "normalize and compare"},
                       {"--bidi", !raw.bidi.empty(), {IriVerb::display}, "display"},
                       {"--scripts", !raw.scripts.empty(), {IriVerb::display}, "display"}};
  for (const Given& given : all) {
    const bool fits = std::find(given.verbs.begin(), given.verbs.end(), verb) != given.verbs.end();
    if (given.is_given && !fits) {
      throw WrongUsage{fmt::format("{} is for linkspan iri {}", given.option, given.names)};
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

}  // namespace

std::vector<std::string> iri_verbs() {
  std::vector<std::string> names;
  for (const Word<IriVerb>& verb : kVerbs) names.emplace_back(verb.word);
  return names;
}

void declare_iri_options(OptionList& options, RawIriOptions& raw) {
  options.add_flag("--json", raw.json, "A JSON object for each IRI, with its warnings");
  options.add_value("--host-form", raw.host_form, alternatives(kHostForms),
                    "to-uri: how a non-ASCII host is written in a URI\n(default: ascii, that is "
                    "xn--...)");
  options.add_flag("--encode-forbidden", raw.encode_forbidden,
                   "to-uri: percent-encode the space and < > \" { } | \\ ^ `,\nwhich an IRI cannot "
                   "contain");
  options.add_flag("--legacy", raw.legacy,
                   "to-uri: the text was converted from a charset other than\nUnicode: normalize "
                   "it to NFC first");
  options.add_flag("--at-end", raw.at_end,
                   "minimal: nothing follows the URL, so it may end with\npunctuation");
  options.add_value("--rung", raw.rung, alternatives(kRungs),
                    "normalize, compare: the last rung of the comparison\nladder to use "
                    "(default: scheme)");
  options.add_value("--bidi", raw.bidi, alternatives(kBidiForms),
                    "display: the bidi controls that keep the IRI in order in\nright-to-left text "
                    "(default: isolate)");
  options.add_value(
      "--scripts", raw.scripts, "LIST",
      "display: the scripts that can be shown, as Latn,Cyrl;\nletters of other scripts "
      "are encoded (default: all)");
}

IriSettings iri_settings(std::vector<std::string> operands, const RawIriOptions& raw) {
  IriSettings settings;
  settings.verb = take_verb(operands);
  check_options(raw, settings.verb);
  take_operands(settings, std::move(operands));
  using ToUri = iri::ToUriOptions;
  settings.output = raw.json ? IriOutput::json : IriOutput::text;
  settings.to_uri.host = choose("--host-form", raw.host_form, kHostForms, HostForm::ascii);
  if (raw.encode_forbidden) settings.to_uri.forbidden = ToUri::Forbidden::encoded;
  if (raw.legacy) settings.to_uri.source = ToUri::Source::legacy;
  if (raw.at_end) settings.formatting = iri::Formatting::at_end_of_text;
  settings.rung = choose("--rung", raw.rung, kRungs, iri::Ladder::scheme);
  settings.display.bidi = choose("--bidi", raw.bidi, kBidiForms, iri::BidiForm::isolate);
  settings.display.scripts = choose_scripts(raw.scripts);
  return settings;
}

}  // namespace linkspan::command
