// Names in programs, of files and of packages that look like domains.

#include <algorithm>
#include <string_view>

#include "automata/file_suffixes.h"
#include "automata/tlds.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/judgement_questions.h"
#include "scan/shortcuts.h"

namespace linkspan::scan {
namespace {

template <size_t kCount>
bool ends_with_one_of(std::string_view text, const std::string_view (&endings)[kCount]) {
  return std::any_of(std::begin(endings), std::end(endings),
                     [&](std::string_view one) { return text.ends_with(one); });
}

template <size_t kCount>
bool begins_with_one_of(std::string_view text, const std::string_view (&beginnings)[kCount]) {
  return std::any_of(std::begin(beginnings), std::end(beginnings),
                     [&](std::string_view one) { return text.starts_with(one); });
}

template <size_t kCount>
bool contains_one_of(std::string_view text, const std::string_view (&parts)[kCount]) {
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](std::string_view one) { return text.find(one) != text.npos; });
}

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

// order.id === 0, a.is != null, x.in := 5
bool is_operand(const BareHost& host) {
  constexpr std::string_view kOperators[] = {" ==", " !=", " :=", " +=", " &&"};
  constexpr std::string_view kBefore[] = {"== ", "!= ", "&& ", "typeof "};
  constexpr uint64_t kReach = 8;
  const uint64_t begin = host.places.begin;
  const std::string_view before = host.window.slice(host.window.back_to(begin, 0, kReach), begin);
  const std::string_view behind = host.text_behind();
  return begins_with_one_of(behind, kOperators) || ends_with_one_of(before, kBefore);
}

enum class MayBeFile : uint8_t { no, yes };

// Is what stands in the text at `begin`, behind the first label and a dot, no top-level domain, or
// called? One person has several, anna.codes and anna.photos; but `.name` is a member.
bool is_member(const Window& window, uint64_t begin, uint64_t text_end, MayBeFile may_be_file) {
  constexpr uint64_t kLongest = 24;
  uint64_t end = begin;
  while (end < text_end && base::is_ascii_alphanumeric(window.byte(end))) ++end;
  base::count_steps(end - begin);
  if (end == begin || !text_ends_word(window, end, text_end) || end - begin > kLongest)
    return false;
  if (window.has(end, '(')) return true;
  if (window.has(end, '.') || window.has(end, '-')) return false;
  if (end < text_end && window.byte(end) >= 0x80) return false;
  const Label member(window, begin, end);
  if (member.is_one_of({"name"})) return true;
  if (find_by_steps<automata::kTlds>(window, member) != 0) return false;
  return may_be_file == MayBeFile::yes || !CodeWords(window, member).has(CodeWord::suffix);
}

// Does the first label, with its dot, stand once more in [begin, end), before a member?
bool has_member_in(const BareHost& host, uint64_t begin, uint64_t end) {
  const Window& window = host.window;
  const std::string_view name = window.slice(host.first.begin, host.first.end + 1);
  const std::string_view text = window.slice(begin, end);
  base::count_steps(text.size());
  const size_t found = text.find(name);
  if (found == text.npos) return false;
  constexpr base::AsciiSet kPartOfAnother("/@\\");
  const uint8_t before = found > 0 ? static_cast<uint8_t>(text[found - 1]) : uint8_t{' '};
  const bool is_whole =
      before < 0x80 && !may_stand_in_plain_run(before) && !kPartOfAnother.contains(before);
  const MayBeFile may_be_file = is_suffix_in_use(host) ? MayBeFile::yes : MayBeFile::no;
  return is_whole && is_member(window, begin + found + name.size(), end, may_be_file);
}

// kunde.name and kunde.id, main.ml and main.mli: what the first label has behind it elsewhere is no
// top-level domain.
bool is_beside_member(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const uint64_t begin = host.places.begin;
  const uint64_t behind = host.places.run_end;
  return has_member_in(host, begin - host.text_before().size(), begin) ||
         has_member_in(host, behind, behind + host.text_behind().size());
}

// print(item.info); behind a country, get(data.id);
bool is_argument(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  if (begin < host.window.begin + 2 || host.window.byte(begin - 1) != '(') return false;
  const uint8_t function = host.window.byte(begin - 2);
  const bool is_call = (function >= 'a' && function <= 'z') || function == '_';
  return is_call && host.text_behind().starts_with(host.tld_is_of_country() ? ");" : ")");
}

// `PersianDate.day`, `Context.is`: in backquotes, what begins with a capital is a type.
bool is_member_of_type(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  return begin > host.window.begin && host.window.byte(begin - 1) == '`' &&
         host.window.has(host.places.run_end, '`') && host.begins_upper(host.first) &&
         host.of_tld.upper == 0;
}

// certPicker.info: a word, and another one with a capital; but eBay.in, iFixit.shop, deviantArt.com
bool begins_as_identifier(const BareHost& host) {
  constexpr size_t kLeast = 3;
  if (!host.tld_is_word_for_sites()) return false;
  const std::string_view first = host.window.slice(host.first.begin, host.first.end);
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto capital = std::find_if_not(first.begin(), first.end(), is_lower);
  base::count_steps(static_cast<uint64_t>(capital - first.begin()));
  return static_cast<size_t>(capital - first.begin()) >= kLeast && first.end() - capital >= 2 &&
         base::is_ascii_upper(static_cast<uint8_t>(capital[0])) && is_lower(capital[1]);
}

// <a name="manual.feedback">
bool is_anchor(std::string_view before) {
  constexpr std::string_view kAttributes[] = {" name=\"", " id=\""};
  return ends_with_one_of(before, kAttributes);
}

// Month.prototype.lat
bool is_of_prototype(const BareHost& host) {
  return host.places.labels >= 3 &&
         host.labels_before_tld().find(".prototype.") != std::string_view::npos;
}

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

// SELECT * FROM shop.team; GRANT ALL ON shop.team TO anna: a table and its schema, in a line with a
// verb of SQL.
bool is_table(const BareHost& host, std::string_view before, std::string_view behind) {
  constexpr std::string_view kKeywords[] = {" FROM ",  " JOIN ",   " INTO ",       " ON ",
                                            " TABLE ", " COLUMN ", " EXISTS ",     " VIEW ",
                                            " ONLY ",  " FULL ",   " REFERENCES ", " SEQUENCE "};
  constexpr std::string_view kVerbs[] = {"SELECT ", "INSERT ", "DELETE ",   "GRANT ",
                                         "REVOKE ", "CREATE ", "ALTER ",    "DROP ",
                                         "LOCK ",   "MERGE ",  "TRUNCATE ", "COMMENT "};
  constexpr std::string_view kAlone[] = {"TRUNCATE ", "ANALYZE ", "VACUUM ", "VACUUM FULL ",
                                         "COPY "};
  if (host.places.labels != 2 || host.letters_of(host.first).upper != 0) return false;
  const std::string_view line = without_indent(before);
  if (line == "UPDATE ") return behind.starts_with(" SET ");
  if (std::find(std::begin(kAlone), std::end(kAlone), line) != std::end(kAlone)) {
    return !behind.starts_with(' ') || line == "COPY ";
  }
  return ends_with_one_of(before, kKeywords) && contains_one_of(before, kVerbs);
}

// import shop.page as p, from shop.page import Page, package shop.page; No module named 'shop.page'
bool is_module(std::string_view before, std::string_view behind) {
  constexpr base::AsciiSet kAroundNames(" ,.;_");
  constexpr std::string_view kNamedBy[] = {"No module named ", "No module named '",
                                           "annot find module '", "annot find module \"",
                                           "pip install "};
  if (ends_with_one_of(before, kNamedBy)) return true;
  before = without_indent(before);
  if (before == "from ") return behind.starts_with(" import ");
  if (before == "package ") return behind.empty() || behind.starts_with(';');
  constexpr std::string_view kImport = "import ";
  if (!before.starts_with(kImport)) return false;
  const bool is_list = std::all_of(before.begin(), before.end(), [&](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return base::is_ascii_alphanumeric(byte) || kAroundNames.contains(byte);
  });
  const bool is_last_word = before.size() == kImport.size() || before.ends_with(", ");
  return is_list && is_last_word &&
         (behind.empty() || behind.starts_with(',') || behind.starts_with(';') ||
          behind.starts_with(" as "));
}

// return router.page; case app.live: if (router.page) {
bool is_in_statement(std::string_view before, std::string_view behind) {
  constexpr std::string_view kKeywords[] = {"return ", "await ", "yield ", "throw ", "delete "};
  constexpr std::string_view kAssigned[] = {"exports = ", "export default ", "= new "};
  constexpr std::string_view kExtends = " extends ";
  constexpr std::string_view kDeclares[] = {"const ", "let ", "var ", "final ", "auto ", "export "};
  constexpr std::string_view kConditions[] = {"if (", "} else if (", "while (", "switch (",
                                              "return ("};
  const std::string_view line = without_indent(before);
  if (line == "case ") return behind.starts_with(':');
  if (before.ends_with(kExtends)) return behind.starts_with(" {");
  if (std::find(std::begin(kConditions), std::end(kConditions), line) != std::end(kConditions)) {
    return behind.starts_with(')');
  }
  const bool ends_line = behind.starts_with(';') && behind.find_first_not_of("; \r") == behind.npos;
  return ends_line &&
         (std::find(std::begin(kKeywords), std::end(kKeywords), line) != std::end(kKeywords) ||
          ends_with_one_of(before, kAssigned) ||
          (before.ends_with(" = ") && begins_with_one_of(line, kDeclares)));
}

// toolbox.network = Network, let user.info = 5, <!ENTITY form.today "Today">: what has a value.
bool is_key(std::string_view before, std::string_view behind) {
  constexpr std::string_view kDeclares[] = {"", "let ", "local ", "set ", "var "};
  const std::string_view line = without_indent(before);
  if (line == "<!ENTITY ") return behind.starts_with(" \"");
  return behind.starts_with(" = ") &&
         std::find(std::begin(kDeclares), std::end(kDeclares), line) != std::end(kDeclares);
}

// A table, a module, part of a statement, or what has a value.
bool is_in_line_of_code(const BareHost& host) {
  const std::string_view before = host.text_before();
  const std::string_view behind = host.text_behind();
  base::count_steps(before.size() + behind.size());
  return is_table(host, before, behind) || is_module(before, behind) ||
         is_in_statement(before, behind) || is_key(before, behind) || is_anchor(before);
}

// /users/{user.id}, {{ order.id }}, $(EXIF.DAY), %(x.name)s; but \url{example.io}
bool is_placeholder(const BareHost& host) {
  constexpr std::string_view kOfTemplate = "{{ ";
  const uint64_t begin = host.places.begin;
  const std::string_view before =
      host.window.slice(host.window.back_to(begin, 0, kOfTemplate.size()), begin);
  if (before == kOfTemplate) return true;
  if (before.ends_with("$(") || before.ends_with("%(")) {
    return host.window.has(host.places.run_end, ')');
  }
  if (!before.ends_with('{') || !host.window.has(host.places.run_end, '}')) return false;
  return before.size() == 1 ||
         !base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2]));
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

}  // namespace

// `os.path(x)`, `a.b=1`, `chat?.id`; but in example.cn(官网) and example.org(1) a remark follows.
bool is_called(const BareHost& host) {
  const Window& window = host.window;
  const uint64_t end = host.places.run_end;
  if (window.has(end, '=')) return true;
  if (window.holds(end, "?.") == Answer::yes) {
    return end + 2 < window.end && base::is_ascii_letter(window.byte(end + 2));
  }
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  return inside < 0x80 && !(base::is_ascii_digit(inside) && host.tld_is({"com", "org"}));
}

// umowa.docx, logo.ai and run.php: among names of files, with no more than marks or a conjunction
// between. Next to one there may be a site: raport.pdf, gus.pl
bool is_beside_file(const BareHost& host) {
  if (host.places.labels != 2 || !is_suffix_in_use(host)) return false;
  const std::string_view before = host.text_before();
  const std::string_view behind = host.text_behind();
  base::count_steps(before.size() + behind.size());
  return count_files_before(before) + count_files_behind(behind) >= 2;
}

bool is_used_in_code(const BareHost& host) {
  if (is_of_prototype(host)) return true;
  if (host.tld_is_of_country() && !host.tld_is(TldTrait::code)) return false;
  return is_placeholder(host) || is_operand(host) || is_beside_member(host) ||
         is_in_line_of_code(host) || is_argument(host) || is_member_of_type(host) ||
         begins_as_identifier(host);
}

// vim notes.org, -o test.info, ./main < test.in: what commands take files as.
bool is_file_of_command(const BareHost& host) {
  constexpr std::string_view kOptions[] = {
      " -o ", "--out=", "--output=", "--input=", "--file=", "#+INCLUDE: \""};
  constexpr std::string_view kCommands[] = {
      "cat ",   "chmod ",   "cmp ",       "cp ",       "diff ",     "emacs ", "genhtml ",
      "ghc ",   "git add ", "git mv ",    "git rm ",   "makeinfo ", "mv ",    "nano ",
      "ocaml ", "ocamlc ",  "ocamlc -c ", "ocamlopt ", "pandoc ",   "perl ",  "python3 ",
      "rm ",    "rustc ",   "swipl ",     "vi ",       "vim ",      "wc -l "};
  constexpr size_t kLongest = 12;
  const bool may_be_file =
      host.places.labels == 2 && (is_suffix_in_use(host) || host.tld_is({"info", "org"}));
  if (!may_be_file) return false;
  const std::string_view before = host.text_before();
  base::count_steps(before.size());
  if (ends_with_one_of(before, kOptions)) return true;
  constexpr std::string_view kRedirected = " < ";
  if (before.ends_with(kRedirected)) {
    return before.find("./") != before.npos || before.starts_with("$ ");
  }
  // Behind a prompt, another command, or nothing.
  constexpr base::AsciiSet kBeforeCommands("$#%;&|`");
  size_t begin = before.size();
  while (begin > 0 && !kBeforeCommands.contains(static_cast<uint8_t>(before[begin - 1]))) {
    if (before.size() - --begin > kLongest) return false;
  }
  std::string_view command = before.substr(begin);
  command.remove_prefix(std::min(command.find_first_not_of(' '), command.size()));
  return std::find(std::begin(kCommands), std::end(kCommands), command) != std::end(kCommands);
}

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const BareHost& host) {
  if (host.tld_is({"com"}) || host.tld_is(TldTrait::institution)) return false;
  const CodeWords word = host.code_words(host.first);
  const bool is_stem =  // main.pl
      host.places.labels == 2 && word.has(CodeWord::stem) && host.tld_is({"ml", "pl"});
  if (host.first.is_one_of({"this"}) && !host.tld_is_popular()) return true;  // this.ua
  const bool is_file = is_stem || word.has(CodeWord::file);
  if (!is_file && !word.has(CodeWord::object)) return false;
  const bool is_site = host.tld_is_of_country() && !host.tld_is(TldTrait::code);
  if (!is_file && is_site) return false;
  return host.places.labels == 2 ? is_file || !host.tld_is({"org"}) : !host.tld_is_popular();
}

// [a page](common.docs/page.md): Markdown takes what has no scheme for a file.
bool is_target_in_markdown(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  const std::string_view before = host.window.slice(host.window.back_to(begin, 0, 2), begin);
  return before == "](" && host.tld_is_word_for_sites();
}

// basic.target/rescue.target: what stands behind the slash ends as the host does.
bool is_list_of_files(const BareHost& host) {
  if (!host.tld_is(TldTrait::suffix) && !host.tld_is(TldTrait::member)) return false;
  const std::string_view behind = host.text_behind();
  const std::string_view next = behind.substr(0, behind.find_first_of(" /,;:)\r", 1));
  base::count_steps(next.size());
  return behind.starts_with('/') &&
         next.ends_with(host.window.slice(host.places.last_label - 1, host.places.end));
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

// alt.sex, misc.activism.progressive: the hierarchies of newsgroups; but talk.example.org
bool is_newsgroup(const BareHost& host) {
  return host.tld_is_word_for_sites() &&
         host.first.is_one_of({"alt", "comp", "misc", "rec", "sci", "soc", "talk"});
}

// com.example.shop, org.apache.commons.io, shop.page.*; but de.wikipedia.org, *example.dev.*
bool is_reversed_name(const BareHost& host) {
  if (is_newsgroup(host)) return true;
  if (host.tld_is({"com", "org"}) || host.tld_is(TldTrait::institution)) return false;
  const bool is_pattern =
      host.window.holds(host.places.end, ".*") == Answer::yes && !host.text_before().ends_with('*');
  if (is_pattern) return true;
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
