// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "io.h"
#include "linkspan/charset.h"
#include "option_groups.h"
#include "option_values.h"

namespace linkspan::command {
namespace {

constexpr Word<DefaultScheme> kDefaultSchemes[] = {{"http", DefaultScheme::http},
                                                   {"https", DefaultScheme::https}};

constexpr Word<Html> kHtml[] = {
    {"auto", Html::automatic}, {"text", Html::text}, {"links", Html::links}, {"off", Html::off}};

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
void choose_charsets(DocumentOptions& options, const RawReadOptions& raw) {
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
    report_problem("--charset", fmt::format("{}; {} is used instead", charset.error().message,
                                            fallback.value()));
  }
  options.charset = charset ? charset.value() : fallback.value();
}

ShowProgress show_progress(const RawReadOptions& raw) {
  if (raw.progress && raw.no_progress) throw WrongUsage{"--progress and --no-progress: which?"};
  if (raw.progress) return ShowProgress::always;
  return raw.no_progress ? ShowProgress::never : ShowProgress::when_slow;
}

}  // namespace

void declare_read_options(OptionList& options, RawReadOptions& raw) {
  options.add_value(
      "--charset", raw.charset, "NAME",
      "The charset of text, and of mail that names none\n(default: auto: by a byte order mark, "
      "escapes of ISO 2022\nor zero bytes; else UTF-8 if it is well-formed; else by\nstatistics; "
      "in a pipe, as soon as it is needed)");
  options.add_value("--charset-fallback", raw.charset_fallback, "NAME",
                    "The charset to use when the named one is not known");
  options.add_value(
      "--lines", raw.lines, alternatives(kLines),
      "How the lines of a text are wrapped (default: plain). Mail\ndeclares it itself. quoted: "
      "\"> \" before a line is skipped;\nflowed: a space at the end of a line joins it with the\n"
      "next; delsp: as flowed, without that space");
  options.add_value(
      "--html", raw.html, alternatives(kHtml),
      "What is read of HTML, in mail and files, and of XML\n(default: auto). auto: links and "
      "text; if a mail has a plain form,\ntoo, other destinations than that has; text: links in "
      "the\nvisible text; links: the destinations of <a href>; off:\nnothing of mail, the source "
      "of "
      "files");
  options.add_flag("--markdown", raw.markdown,
                   "Read files named *.md, *.markdown or *.mkd as --from markdown\ndoes: without "
                   "code, and the destinations of [text](URI)\n(default: as text)");
  options.add_flag("--join-wrapped", raw.join_wrapped,
                   "Join a link that fills its line and clearly continues in\nthe next");
  options.add_value("--default-scheme", raw.default_scheme, alternatives(kDefaultSchemes),
                    "The scheme of the IRI and URI of a host without one\n(default: http)");
  options.add_value("--host-form", raw.host_form, alternatives(kHostForms),
                    "How a non-ASCII host is written in a URI (default:\nascii, that is "
                    "xn--...)");
  declare_rule_options(options, raw.rules);
  declare_input_options(options, raw.inputs);
  options.add_flag("--progress", raw.progress, "Show progress, even of a short run");
  options.add_flag("--no-progress", raw.no_progress, "Never show progress");
}

ReadSettings read_settings(std::vector<std::string> operands, const RawReadOptions& raw,
                           const RawEngineOptions& engine) {
  ReadSettings settings;
  settings.inputs = std::move(operands);
  if (std::find(settings.inputs.begin(), settings.inputs.end(), "") != settings.inputs.end()) {
    throw WrongUsage{"the name of an input is empty"};
  }
  choose_charsets(settings.document, raw);
  const Lines lines = choose("--lines", raw.lines, kLines, kLines[0].value);
  settings.document.layout.flow = lines.flow;
  settings.document.layout.quoting = lines.quoting;
  if (raw.join_wrapped) settings.document.layout.wrapping = Wrapping::join;
  if (raw.markdown) settings.markdown_files = MarkdownFiles::markdown;
  settings.html = choose("--html", raw.html, kHtml, Html::automatic);
  settings.document.default_scheme =
      choose("--default-scheme", raw.default_scheme, kDefaultSchemes, DefaultScheme::http);
  settings.document.host = choose("--host-form", raw.host_form, kHostForms, HostForm::ascii);
  settings.document.rules = rules_of(raw.rules);
  choose_inputs(settings, raw.inputs);
  settings.progress = show_progress(raw);
  if (engine.profile == kProfileByName) settings.profiles = Profiles::by_name;
  settings.options = engine_options(engine);
  return settings;
}

void check_html(const ReadSettings& settings) {
  if (settings.html != Html::off) return;
  if (is_markup(settings.from)) {
    throw WrongUsage{fmt::format("--from {} and --html off: which? --from text reads the source",
                                 settings.from == InputFormat::html  ? "html"
                                 : settings.from == InputFormat::xml ? "xml"
                                                                     : "markdown")};
  }
  if (settings.markdown_files == MarkdownFiles::markdown) {
    throw WrongUsage{"--markdown and --html off: which?"};
  }
}

}  // namespace linkspan::command
