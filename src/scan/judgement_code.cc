// Members, statements, keys and placeholders of programs that look like domains.

#include <algorithm>
#include <string_view>

#include "automata/tlds.h"
#include "automata/words_before_id.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/judgement_questions.h"
#include "scan/other_writing.h"
#include "scan/roles.h"
#include "scan/shortcuts.h"

namespace linkspan::scan {
namespace {

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

// order.id === 0, a.is != null, x.in := 5, chat.id?.length
bool is_operand(const BareHost& host) {
  constexpr std::string_view kOperators[] = {" ==", " !=", " :=", " +=", " &&"};
  constexpr std::string_view kBefore[] = {"== ", "!= ", "&& ", "typeof "};
  constexpr uint64_t kReach = 8;
  const uint64_t begin = host.places.begin;
  const std::string_view before = host.window.slice(host.window.back_to(begin, 0, kReach), begin);
  const std::string_view behind = host.text_behind();
  const bool is_chained =
      behind.size() > 2 && behind.starts_with("?.") && behind[2] >= 'a' && behind[2] <= 'z';
  return is_chained || base::begins_with_one_of(behind, kOperators) ||
         base::ends_with_one_of(before, kBefore);
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
  if (end < text_end && window.byte(end) >= 0x80) {
    const char32_t behind = window.code_point(end).value;
    if (is_word_character(behind) && writing_of(behind) != Writing::unspaced) return false;
  }
  const Label member(window, begin, end);
  if (member.is_one_of({"name"})) return true;
  if (find_by_steps<automata::kTlds>(window, member) != 0) return false;
  return may_be_file == MayBeFile::yes || !CodeWords(window, member).has(CodeWord::suffix);
}

// Does [begin, end), which ends beyond ASCII, end with writing without spaces, or none?
bool ends_other_text(const Window& window, uint64_t begin, uint64_t end) {
  const char32_t last = window.code_point_before(end, begin).value;
  return !is_word_character(last) || writing_of(last) == Writing::unspaced;
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
  const bool is_whole = before < 0x80
                            ? !may_stand_in_plain_run(before) && !kPartOfAnother.contains(before)
                            : ends_other_text(window, begin, begin + found);  // logo.ai和logo.psd
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

// Does [begin, end) end with the name of a function below an object? client.events.fire
bool ends_with_member(const Window& window, uint64_t end) {
  constexpr uint64_t kReach = 32;
  const uint64_t floor = window.back_to(end, 0, kReach);
  const std::string_view text = window.slice(floor, end);
  const auto is_letter = [](char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); };
  const auto dot = std::find_if_not(text.rbegin(), text.rend(),
                                    [&](char c) { return c == '_' || is_letter(c); });
  base::count_steps(text.size());
  return text.rend() - dot >= 2 && dot[0] == '.' && is_letter(dot[1]);
}

// print(item.info), pages[post.id]; behind a country, get(data.id); and events.fire(order.id)
bool is_argument(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  if (begin < host.window.begin + 2) return false;
  const uint8_t before = host.window.byte(begin - 2);
  const bool is_behind_name = (before >= 'a' && before <= 'z') || before == '_';
  if (!is_behind_name) return false;
  const std::string_view behind = host.text_behind();
  const uint8_t bracket = host.window.byte(begin - 1);
  if (bracket == '[') return behind.starts_with(']') && !behind.starts_with("](");
  if (bracket != '(' || !behind.starts_with(')')) return false;
  return !host.tld_is_of_country() || behind.starts_with(");") ||
         ends_with_member(host.window, begin - 1);
}

// `PersianDate.day`: in backquotes, a name of two words with capitals is a type.
bool is_member_of_type(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  const bool is_quoted = begin > host.window.begin && host.window.byte(begin - 1) == '`' &&
                         host.window.has(host.places.run_end, '`');
  if (!is_quoted || !host.begins_upper(host.first) || host.of_tld.upper > 0) return false;
  const Letters letters = host.letters_of(host.first);
  return letters.upper >= 2 && letters.lower >= 2;
}

// <a name="manual.feedback">
bool is_anchor(std::string_view before) {
  constexpr std::string_view kAttributes[] = {" name=\"", " id=\""};
  return base::ends_with_one_of(before, kAttributes);
}

// Month.prototype.lat
bool is_of_prototype(const BareHost& host) {
  return host.places.labels >= 3 &&
         host.labels_before_tld().find(".prototype.") != std::string_view::npos;
}

// Table 'crm.group' doesn't exist, relation "app.events", for table public.store, field 'user.city'
bool is_named_as_table(const BareHost& host, std::string_view before) {
  constexpr std::string_view kNouns[] = {
      "table",    "Table",    "relation",  "Relation", "schema",  "Schema",    "tabelle",
      "Tabelle",  "tabla",    "Tabla",     "tabela",   "Tabela",  "tablo",     "Tablo",
      "tabulka",  "Tabulka",  "таблица",   "Таблица",  "таблице", "таблицу",   "表",
      "テーブル", "테이블",   "field",     "Field",    "key",     "Key",       "column",
      "Column",   "property", "attribute", "Feld",     "Spalte",  "Schlüssel", "campo",
      "Campo",    "champ",    "colonne",   "columna",  "coluna",  "clave",     "chave",
      "поле",     "поля",     "столбец",   "ключ",     "列",      "字段",      "フィールド",
      "キー",     "필드"};
  constexpr base::AsciiSet kQuotes("'\"`");
  const bool is_quoted = !before.empty() && kQuotes.contains(static_cast<uint8_t>(before.back()));
  if (!is_quoted && !host.first.is_one_of({"public"})) return false;
  if (is_quoted) before.remove_suffix(1);
  if (before.ends_with(' ')) before.remove_suffix(1);
  return base::is_one_of(before.substr(before.rfind(' ') + 1), kNouns);
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
  if (is_named_as_table(host, before)) return true;
  const std::string_view line = without_indent(before);
  if (line == "UPDATE ") return behind.starts_with(" SET ");
  if (base::is_one_of(line, kAlone)) return !behind.starts_with(' ') || line == "COPY ";
  return base::ends_with_one_of(before, kKeywords) && base::contains_one_of(before, kVerbs);
}

// import shop.page as p, from shop.page import Page, package shop.page; No module named 'shop.page'
bool is_module(std::string_view before, std::string_view behind) {
  constexpr base::AsciiSet kAroundNames(" ,.;_");
  constexpr std::string_view kNamedBy[] = {"No module named ", "No module named '",
                                           "annot find module '", "annot find module \"",
                                           "pip install "};
  if (base::ends_with_one_of(before, kNamedBy)) return true;
  if (before.ends_with("' from '")) return before.find("cannot import name '") != before.npos;
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
  constexpr std::string_view kDeclares[] = {"const ", "let ", "var ", "final ", "auto ", "export "};
  constexpr std::string_view kConditions[] = {"if (", "} else if (", "while (", "switch (",
                                              "return ("};
  const std::string_view line = without_indent(before);
  if (line == "case ") return behind.starts_with(':');
  if (before.ends_with(" extends ")) return behind.starts_with(" {");
  if (base::is_one_of(line, kConditions)) return behind.starts_with(')');
  const bool ends_line = behind.starts_with(';') && behind.find_first_not_of("; \r") == behind.npos;
  return ends_line &&
         (base::is_one_of(line, kKeywords) || base::ends_with_one_of(before, kAssigned) ||
          (before.ends_with(" = ") && base::begins_with_one_of(line, kDeclares)));
}

// $t('footer.support'), i18n.t("cart.total"): what texts of a program are found by.
bool is_key_of_text(std::string_view before) {
  const bool is_call = before.ends_with("t('") || before.ends_with("t(\"");
  return is_call && (before.size() == 3 ||
                     !base::is_ascii_alphanumeric(static_cast<uint8_t>(before[before.size() - 4])));
}

// {"address.city": "Berlin"}: the first name is one of programs.
bool is_key_of_json(const BareHost& host, std::string_view before, std::string_view behind) {
  if (!before.ends_with('"') || !behind.starts_with("\": ")) return false;
  const std::string_view line = without_indent(before.substr(0, before.size() - 1));
  const bool begins_member = line.empty() || line.ends_with("{") || line.ends_with("{ ") ||
                             line.ends_with(",") || line.ends_with(", ");
  return begins_member && host.tld_is_word_for_sites() &&
         (host.code_words(host.first).has(CodeWord::object) ||
          find_by_steps<automata::kWordsBeforeId>(host.window, host.first) != 0);
}

// toolbox.network = Network, let user.info = 5, <!ENTITY form.today "Today">: what has a value.
bool is_key(std::string_view before, std::string_view behind) {
  constexpr std::string_view kDeclares[] = {"", "let ", "local ", "set ", "var "};
  const std::string_view line = without_indent(before);
  if (line == "<!ENTITY ") return behind.starts_with(" \"");
  return behind.starts_with(" = ") && base::is_one_of(line, kDeclares);
}

// A table, a module, part of a statement, or what has a value.
bool is_in_line_of_code(const BareHost& host) {
  const std::string_view before = host.text_before();
  const std::string_view behind = host.text_behind();
  base::count_steps(before.size() + behind.size());
  return is_table(host, before, behind) || is_module(before, behind) ||
         is_in_statement(before, behind) || is_key(before, behind) || is_anchor(before) ||
         is_key_of_text(before) || is_key_of_json(host, before, behind);
}

// {% url 'router' router.id %}: is there a tag of a template around it?
bool is_in_tag(std::string_view before) {
  const size_t opening = before.rfind("{%");
  return opening != before.npos && before.find("%}", opening) == before.npos;
}

// /users/{user.id}, {{ order.id }}, {% if post.id %}, $(EXIF.DAY); but \url{example.io}
bool is_placeholder(const BareHost& host) {
  const std::string_view before = host.text_before();
  base::count_steps(before.size());
  if (before.ends_with("{{ ") || before.ends_with("{{") || is_in_tag(before)) return true;
  if (before.ends_with("$(")) return host.window.has(host.places.run_end, ')');
  if (!before.ends_with('{') || !host.window.has(host.places.run_end, '}')) return false;
  return before.size() == 1 ||
         !base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2]));
}

// example.es(o era otro): words in brackets behind a site are a remark.
bool words_follow_in_brackets(const BareHost& host) {
  const bool may_be_site = host.tld_is({"com", "net", "org"}) ||
                           (host.tld_is_of_country() && !host.tld_is(TldTrait::code));
  if (!may_be_site) return false;
  const std::string_view inside = host.text_behind().substr(1);
  const auto is_letter = [](char c) {
    return base::is_ascii_letter(c) || static_cast<uint8_t>(c) >= 0x80;
  };
  const size_t size = static_cast<size_t>(
      std::find_if_not(inside.begin(), inside.end(), is_letter) - inside.begin());
  base::count_steps(size);
  return size > 0 && size + 1 < inside.size() && inside[size] == ' ' && is_letter(inside[size + 1]);
}

}  // namespace

// `os.path(x)`, `a.b=1`; but in example.cn(官网) and example.org(1) a remark follows.
bool is_called(const BareHost& host) {
  const Window& window = host.window;
  const uint64_t end = host.places.run_end;
  if (window.has(end, '=')) return true;
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  if (inside >= 0x80 || words_follow_in_brackets(host)) return false;
  return !(base::is_ascii_digit(inside) && host.tld_is({"com", "org"}));
}

bool is_used_in_code(const BareHost& host) {
  if (is_of_prototype(host)) return true;
  if (host.tld_is_of_country() && !host.tld_is(TldTrait::code)) return false;
  return is_placeholder(host) || is_operand(host) || is_beside_member(host) ||
         is_in_line_of_code(host) || is_argument(host) || is_member_of_type(host);
}

}  // namespace linkspan::scan
