// Names of files, packages and products, of libraries and newsgroups, that look like domains.

#include <algorithm>
#include <string_view>

#include "automata/file_suffixes.h"
#include "automata/tlds.h"
#include "automata/words_before_id.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/judgement_questions.h"
#include "scan/other_writing.h"
#include "scan/roles.h"

namespace linkspan::scan {
namespace {

constexpr std::string_view kBetweenNames = " ,;/|&+";

// Is the text a name, a dot and the suffix of a file, which is none of sites for the most part?
bool is_file(std::string_view text) {
  const size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || dot + 1 == text.size()) return false;
  const Window window{reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(),
                      base::Text::complete};
  const Label suffix(window, dot + 1, text.size());
  if (find_by_steps<automata::kFileSuffixes>(window, suffix) != 0) return true;
  const bool is_suffix = CodeWords(window, suffix).has(CodeWord::suffix) &&
                         find_by_steps<automata::kTlds>(window, suffix) == 0;
  return is_suffix || TldTraits(window, suffix).has(TldTrait::suffix);
}

// How many names of files end the text, up to two, with marks or a conjunction behind each?
// …plan.odt, umowa.docx and
unsigned count_files_before(std::string_view text) {
  constexpr unsigned kMostWords = 4;
  unsigned files = 0;
  for (unsigned words = 0; words < kMostWords && files < 2; ++words) {
    const size_t end = text.find_last_not_of(kBetweenNames) + 1;
    if (end == 0 || end == text.size()) break;
    const size_t begin = text.substr(0, end).find_last_of(kBetweenNames) + 1;
    const std::string_view word = text.substr(begin, end - begin);
    if (!is_file(word) && !is_conjunction(word)) break;
    files += is_file(word) ? 1 : 0;
    text = text.substr(0, begin);
  }
  return files;
}

// The same where the text begins: , run.php and b.txt…
unsigned count_files_behind(std::string_view text) {
  constexpr std::string_view kEndsName = " ,;/|&+\"')]>:!?\r";
  constexpr unsigned kMostWords = 4;
  unsigned files = 0;
  for (unsigned words = 0; words < kMostWords && files < 2; ++words) {
    const size_t begin = text.find_first_not_of(kBetweenNames);
    if (begin == 0 || begin == text.npos) break;
    const size_t next = std::min(text.find_first_of(kEndsName, begin), text.size());
    size_t end = next;
    while (end > begin && text[end - 1] == '.') --end;
    const std::string_view word = text.substr(begin, end - begin);
    if (!is_file(word) && !is_conjunction(word)) break;
    files += is_file(word) ? 1 : 0;
    text = text.substr(next);
  }
  return files;
}

// jp.co.example.app: what registries have below a country, behind the country.
bool is_reversed_below_country(const BareHost& host) {
  if (host.places.labels < 4 || host.first.bytes() != 2) return false;
  const uint64_t begin = host.first.end + 1;
  const size_t size = host.window.slice(begin, host.places.last_label).find('.');
  return size != std::string_view::npos && is_below_countries({host.window, begin, begin + size});
}

// lilypond-2.11.28-1.sh: one of its labels is a number.
bool has_version(const BareHost& host) {
  const std::string_view labels = host.labels_before_tld();
  base::count_steps(labels.size());
  bool is_number = false;  // the label at hand
  for (size_t at = 0; at < labels.size(); ++at) {
    const bool is_digit = base::is_ascii_digit(static_cast<uint8_t>(labels[at]));
    if (labels[at] == '.' && is_number) return true;
    is_number = is_digit && (is_number || at == 0 || labels[at - 1] == '.');
  }
  return false;
}

// README.es.md: two letters, but none of those that registries have below a country.
bool is_language(const Label& label) { return label.bytes() == 2 && !is_below_countries(label); }

// 20-wired.network, 10-eth0.link: the number is the place in an order.
bool is_unit_file(const BareHost& host) {
  const std::string_view name = host.labels_before_tld();
  return host.places.labels == 2 && host.tld_is({"link", "network"}) && name.size() > 4 &&
         base::is_ascii_digit(static_cast<uint8_t>(name[0])) &&
         base::is_ascii_digit(static_cast<uint8_t>(name[1])) && name[2] == '-';
}

// SUMAR.SI, la funzione DEV.ST: what tables of numbers are counted with, in other languages than
// English; but SUNET.SE
bool is_function_of_sheet(const BareHost& host) {
  constexpr std::string_view kNouns[] = {
      "fonction ", "Fonction ", "función ",  "Función ",    "função ",  "Função ",  "funzione ",
      "Funzione ", "Funktion ", "funktion ", "funktionen ", "funkcja ", "funkcji ", "functie "};
  if (host.of_tld.upper != host.of_tld.length || host.of_tld.length > 3) return false;
  const bool is_if = host.tld_is({"om", "se", "si"}) &&
                     host.first.is_one_of({"antal", "conta", "contar", "cont", "max", "medel",
                                           "media", "min", "moyenne", "nb", "promedio", "somma",
                                           "somme", "sumar", "suma", "summa"});
  return is_if || base::ends_with_one_of(host.text_before(), kNouns);
}

// rule.id, event.stream.id, zamówienie.id (names of sites there are of ASCII); but tokopedia.id
bool is_identifier(const BareHost& host) {
  if (!host.tld_is({"id"})) return false;
  const Label name = host.second_level();
  return !base::is_all_ascii(host.window.slice(name.begin, name.end)) ||
         find_by_steps<automata::kWordsBeforeId>(host.window, name) != 0;
}

// “<tab>* config-ml.in (multi-do): …”, “<tab>* gmp-h.in: …”: an entry of a ChangeLog of GNU, which
// is indented with a tab, names the file that was changed, and perhaps what in it.
bool is_in_change_log(const BareHost& host) {
  if (!is_suffix_in_use(host) && !host.tld_is({"am"})) return false;
  if (is_below_countries(host.second_level())) return false;
  const std::string_view before = host.text_before();
  const std::string_view behind = host.text_behind();
  base::count_steps(before.size() + behind.size());
  if (!before.starts_with('\t')) return false;
  const bool names_part = behind.starts_with(" (") && behind.find("):") != behind.npos;
  return names_part || (before == "\t* " && behind.starts_with(':'));
}

// sympa.pl --sync
bool is_before_option(const BareHost& host) {
  constexpr std::string_view kOption = " --";
  const std::string_view behind = host.text_behind();
  return is_suffix_in_use(host) && behind.starts_with(kOption) && behind.size() > kOption.size() &&
         base::is_ascii_letter(static_cast<uint8_t>(behind[kOption.size()]));
}

// open("daten.pl"), torch.load('best.pt'), new("a.pl"): the text before ends with such a call.
bool ends_with_call_for_file(std::string_view before) {
  constexpr std::string_view kCalls[] = {"include", "load", "new",  "open", "read",
                                         "require", "run",  "save", "use",  "write"};
  const bool is_open = before.ends_with("(\"") || before.ends_with("('");
  return is_open && base::ends_with_one_of(before.substr(0, before.size() - 2), kCalls);
}

// skrypt.pl, np. perl skrypt.pl -v; best.pt and load("best.pt"): is it a file where the line names
// it once more?
bool is_file_elsewhere(const BareHost& host) {
  constexpr std::string_view kRunners[] = {"perl ", "./"};
  const std::string_view name = host.window.slice(host.places.begin, host.places.end);
  for (const std::string_view text : {host.text_before(), host.text_behind()}) {
    const size_t at = text.find(name);
    if (at == text.npos) continue;
    const std::string_view before = text.substr(0, at);
    if (base::ends_with_one_of(before, kRunners) || ends_with_call_for_file(before)) return true;
  }
  return false;
}

// perl -i.bak -pe 's/a/b/' rename.pl, $ ocamlopt -o calc lexer.ml calc.ml: the command that begins
// the line reads files with this suffix.
bool is_read_by_line(const BareHost& host, std::string_view before) {
  constexpr std::string_view kPrompt = "$ ";
  if (before.starts_with(kPrompt)) before.remove_prefix(kPrompt.size());
  if (before.find(" -") == before.npos) return false;
  return (host.tld_is({"pl"}) && before.starts_with("perl ")) ||
         (host.tld_is({"ml"}) && before.starts_with("ocaml"));
}

// shop.page.*; but *Come to example.dev.*
bool is_before_wildcard(const BareHost& host) {
  return host.tld_is_word_for_sites() && host.window.holds(host.places.end, ".*") == Answer::yes &&
         !host.window.has(host.places.end + 2, '*') &&
         host.text_before().find('*') == std::string_view::npos;
}

// Does the text name a source or a script, with `quote` before it?
bool names_source(std::string_view text, std::string_view quote) {
  const auto is_of_name = [](char c) {
    return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '.' || c == '-' || c == '_';
  };
  const Window window{reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(),
                      base::Text::complete};
  base::count_steps(text.size());
  size_t begin = 0;
  size_t dot = text.npos;  // the last one in the name at hand that more than dots follow
  for (size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && is_of_name(text[at])) {
      const char next = at + 1 < text.size() ? text[at + 1] : '.';
      if (text[at] == '.' && next != '.' && is_of_name(next)) dot = at;
      continue;
    }
    if (dot != text.npos && text.substr(0, begin).ends_with(quote)) {
      size_t end = at;
      while (text[end - 1] == '.') --end;
      const Label suffix(window, dot + 1, end);
      if (suffix.is_one_of({"c", "cc", "cpp", "go", "h", "hs", "java", "js", "md", "mli", "mll",
                            "mly", "php", "pm", "py", "rb", "rs", "sh", "ts"})) {
        return true;
      }
    }
    begin = at + 1;
    dot = text.npos;
  }
  return false;
}

// lexer.ml, see CHANGES.md; „backup.sh“ and „rotate.pl“: with a source or a script in the line that
// is quoted as this is. Nobody asks for a quote with sources of OCaml.
bool is_in_company_of_files(const BareHost& host) {
  constexpr std::string_view kQuotes[] = {"\"", "'", "`", "„", "“", "«", "»", "‘", "「"};
  const std::string_view before = host.text_before();
  std::string_view quote;
  if (!host.tld_is({"ml"})) {
    const auto* const opening =
        std::find_if(std::begin(kQuotes), std::end(kQuotes),
                     [&](std::string_view one) { return before.ends_with(one); });
    if (opening == std::end(kQuotes)) return false;
    quote = *opening;
  }
  return names_source(before, quote) || names_source(host.text_behind(), quote);
}

}  // namespace

// umowa.docx, logo.ai and run.php: among names of files, or in a ChangeLog, with no more than marks
// or a conjunction between. Next to one there may be a site: raport.pdf, gus.pl
bool is_beside_file(const BareHost& host) {
  if (is_in_change_log(host)) return true;
  if (host.places.labels != 2 || !is_suffix_in_use(host)) return false;
  const std::string_view before = host.text_before();
  const std::string_view behind = host.text_behind();
  base::count_steps(before.size() + behind.size());
  if (is_file_elsewhere(host) || is_in_company_of_files(host)) return true;
  return count_files_before(before) + count_files_behind(behind) >= 2;
}

// vim notes.org, -o test.info, ./main < test.in: what commands take files as.
bool is_file_of_command(const BareHost& host) {
  constexpr std::string_view kOptions[] = {
      " -o ", "--out=", "--output=", "--input=", "--file=", "#+INCLUDE: \""};
  constexpr std::string_view kCommands[] = {
      "cat ",     "chmod ",   "cmp ",    "cp ",        "diff ",     "emacs ",    "genhtml ",
      "ghc ",     "git add ", "git mv ", "git rm ",    "godot ",    "makeinfo ", "mv ",
      "nano ",    "ocaml ",   "ocamlc ", "ocamlc -c ", "ocamlopt ", "pandoc ",   "perl ",
      "python3 ", "rm ",      "rustc ",  "swipl ",     "vi ",       "vim ",      "wc -l "};
  constexpr std::string_view kPrompts[] = {"$ ", "% "};
  constexpr size_t kLongest = 12;
  const bool may_be_file =
      host.places.labels == 2 && (is_suffix_in_use(host) || host.tld_is({"gd", "info", "org"}));
  if (!may_be_file) return false;
  const std::string_view before = host.text_before();
  base::count_steps(before.size());
  if (base::ends_with_one_of(before, kOptions) || is_before_option(host)) return true;
  if (!host.tld_is({"ai"}) && ends_with_call_for_file(before)) return true;
  constexpr std::string_view kRedirected = " < ";
  if (before.ends_with(kRedirected)) {
    return before.find("./") != before.npos || before.starts_with("$ ");
  }
  if (base::begins_with_one_of(before, kPrompts)) {
    return base::begins_with_one_of(before.substr(kPrompts[0].size()), kCommands);
  }
  if (is_read_by_line(host, before)) return true;
  // Behind another command, or nothing.
  constexpr base::AsciiSet kBeforeCommands("$#%;&|`");
  size_t begin = before.size();
  while (begin > 0 && !kBeforeCommands.contains(static_cast<uint8_t>(before[begin - 1]))) {
    if (before.size() - --begin > kLongest) return false;
  }
  std::string_view command = before.substr(begin);
  command.remove_prefix(std::min(command.find_first_not_of(' '), command.size()));
  return base::is_one_of(command, kCommands);
}

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const BareHost& host) {
  if (host.tld_is({"com"}) || host.tld_is(TldTrait::institution)) return false;
  if (is_function_of_sheet(host) || is_unit_file(host)) return true;
  if (host.first.is_one_of({"tar"}) && host.tld_is({"bz"})) return true;
  const CodeWords word = host.code_words(host.first);
  if (word.has(CodeWord::anywhere) && !host.tld_is_popular()) return true;  // this.ua, self.pk
  if (is_identifier(host)) return true;
  const bool is_stem =  // main.pl
      host.places.labels == 2 && word.has(CodeWord::stem) && host.tld_is({"ml", "pl", "pt"});
  const bool is_file = is_stem || word.has(CodeWord::file);
  if (!is_file && !word.has(CodeWord::object)) return false;
  const bool is_site = host.tld_is_of_country() && !host.tld_is(TldTrait::code);
  if (!is_file && is_site) return false;
  return host.places.labels == 2 ? is_file || !host.tld_is({"org"}) : !host.tld_is_popular();
}

// [a page](common.docs/page.md): another text, as Markdown takes what has no scheme.
bool is_target_in_markdown(const BareHost& host) {
  constexpr std::string_view kSuffixes[] = {".md", ".mdx", ".markdown"};
  const uint64_t begin = host.places.begin;
  const std::string_view before = host.window.slice(host.window.back_to(begin, 0, 2), begin);
  if (before != "](" || !host.tld_is_word_for_sites()) return false;
  const std::string_view behind = host.text_behind();
  return base::ends_with_one_of(behind.substr(0, behind.find_first_of(")#")), kSuffixes);
}

// basic.target/rescue.target: what stands behind the slash ends as the host does.
bool is_list_of_files(const BareHost& host) {
  if (!host.tld_is(TldTrait::member)) return false;
  const std::string_view behind = host.text_behind();
  const std::string_view next = behind.substr(0, behind.find_first_of(" /,;:)\r", 1));
  base::count_steps(next.size());
  return behind.starts_with('/') &&
         next.ends_with(host.window.slice(host.places.last_label - 1, host.places.end));
}

// app.kubernetes.io/name: shop, cert-manager.io/issuer: x; but kubernetes.io/docs
bool is_of_kubernetes(const BareHost& host) {
  constexpr std::string_view kPrefixes[] = {".argoproj.io", ".cert-manager.io", ".helm.sh",
                                            ".k8s.io", ".kubernetes.io"};
  const std::string_view before = host.text_before();
  const std::string_view name = host.window.slice(host.places.begin, host.places.end);
  const bool is_prefix = std::any_of(
      std::begin(kPrefixes), std::end(kPrefixes),
      [&](std::string_view prefix) { return name.ends_with(prefix) || name == prefix.substr(1); });
  if (!is_prefix) return false;
  if (before.ends_with("apiVersion: ")) return true;
  const bool begins_line =
      before.find_first_not_of(" -") == before.npos && (!before.empty() || host.places.labels >= 3);
  if (!begins_line && !before.ends_with('{') && !before.ends_with('"')) return false;
  const std::string_view behind = host.text_behind();
  const size_t end = behind.find_first_of(" \":=/", 1);
  if (end == behind.npos || end < 2) return false;
  const std::string_view rest = behind.substr(end);
  return rest.starts_with(": ") || rest.starts_with("\": ") || rest.starts_with('=');
}

// libfoo.la
bool is_library(const BareHost& host) {
  return host.places.labels == 2 && host.tld_is({"la"}) &&
         host.labels_before_tld().starts_with("lib");
}

// `VB.NET`, `ML.NET`: in capitals it is a product, not the top-level domain.
bool is_dot_net(const BareHost& host) {
  return host.places.labels == 2 && host.of_tld.upper == host.of_tld.length && host.tld_is({"net"});
}

// alt.sex, misc.activism.progressive: the hierarchies of newsgroups; but sci.news,
// talk.example.cloud
bool is_newsgroup(const BareHost& host) {
  if (!host.tld_is_word_for_sites()) return false;
  if (host.places.labels == 2) return host.tld_is({"sex"}) && host.first.is_one_of({"alt"});
  return host.first.is_one_of({"alt", "comp", "misc", "rec", "sci"});
}

// com.example.shop, org.apache.commons.io, shop.page.*; but de.wikipedia.org, *example.dev.*
bool is_reversed_name(const BareHost& host) {
  if (is_newsgroup(host)) return true;
  if (host.tld_is({"com", "org"}) || host.tld_is(TldTrait::institution)) return false;
  if (is_before_wildcard(host)) return true;
  if (host.places.labels < 3) return false;
  if (is_reversed_below_country(host) || host.first.is_one_of({"com", "org"})) return true;
  return host.tld_is_word_for_sites() && host.first.is_one_of({"net", "edu", "gov", "io", "de"});
}

// libfoo.pc.in: what a file is made from.
bool is_template(const BareHost& host) {
  if (host.places.labels < 3 || !host.tld_is({"in"})) return false;
  const Label second = host.second_level();
  return TldTraits(host.window, second).has(TldTrait::suffix) ||
         host.code_words(second).has(CodeWord::suffix);
}

// docs.example.md, but not README.es.md
bool is_behind_name(const BareHost& host) {
  if (host.places.labels < 3) return false;
  const Label second = host.second_level();
  const bool is_ascii_of_several =
      second.bytes() > 1 && host.letters_of(second).length == second.bytes();
  return is_ascii_of_several && !is_language(second) && !has_version(host);
}

}  // namespace linkspan::scan
