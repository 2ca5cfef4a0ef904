#include "scan/judgement.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/code_words.h"
#include "automata/doubtful_tlds.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/schemes.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of VALUES in src/CMakeLists.txt.
enum class Doubt : uint8_t { none, suffix, member, capital };

bool is_upper(char32_t code_point) {
  return unicode::properties(code_point).is_letter() &&
         unicode::host_fold(code_point) != code_point;
}

// A stretch of the host, looked at for its letters.
struct Label {
  uint64_t begin;
  uint64_t end;
  unsigned length = 0;  // in code points
  unsigned upper = 0;   // upper-case letters
  unsigned lower = 0;   // other letters
  unsigned digits = 0;
  bool begins_upper = false;

  Label(const Window& window, uint64_t from, uint64_t to) : begin(from), end(to) {
    for (uint64_t at = from; at < to; ++length) {
      base::count_step();
      const base::CodePoint next = window.code_point(at);
      const bool upper_here = is_upper(next.value);
      if (at == from) begins_upper = upper_here;
      upper += upper_here ? 1 : 0;
      lower += !upper_here && unicode::properties(next.value).is_letter() ? 1 : 0;
      digits += unicode::properties(next.value).is_digit() ? 1 : 0;
      at += next.length;
    }
  }
  bool is_one_of(const Window& window, std::initializer_list<std::string_view> words) const {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
      return word.size() == end - begin && window.holds(begin, word) == Answer::yes;
    });
  }
};

// The value of an ASCII label in a list of words, in any case; 0 if it is not there.
uint8_t find_word(const base::WordDfa& words, const Window& window, const Label& label) {
  int state = 0;
  for (uint64_t at = label.begin; at < label.end && state != base::WordDfa::kNone; ++at) {
    uint8_t byte = window.byte(at);
    if (byte >= 'A' && byte <= 'Z') byte += 'a' - 'A';
    state = words.step(state, byte);
  }
  return state == base::WordDfa::kNone ? 0 : words.value[state];
}

// The label before the last one. REQUIRES: two labels.
Label second_level(const Window& window, const DomainRun& run) {
  const bool is_ascii_dot = window.byte(run.last_label() - 1) == '.';
  const uint64_t label_end =
      run.last_label() - (is_ascii_dot ? 1 : 3);  // a wide dot has three bytes
  uint64_t begin = label_end;
  while (begin > run.run_begin()) {
    const base::CodePoint before =
        base::decode_before(window.at(run.run_begin()), window.at(begin));
    if (is_label_dot(before.value)) break;
    begin -= before.length;
  }
  return Label(window, begin, label_end);
}

// `gewartet.Es`, `System.IO`: a top-level domain is written in lower case, or all of the host in
// upper.
bool is_written_as_top_level_domain(const Window& window, const DomainRun& run, const Label& tld) {
  if (tld.upper == 0) return true;
  if (tld.upper != tld.length) return false;
  return Label(window, run.run_begin(), tld.begin).lower == 0;
}

// `didn't.It`: the first label is what a contraction leaves behind its apostrophe. (d’example.fr is
// an elision before a name.)
bool ends_a_contraction(const Window& window, const Label& first) {
  const uint64_t floor = window.back_to(first.begin, 0, 8);
  if (first.length > 2 || first.begin == floor) return false;
  const char32_t before = base::decode_before(window.at(floor), window.at(first.begin)).value;
  return before == '\'' || before == U'’';
}

// `VB.NET`, `ML.NET`: in capitals it is a product, not the top-level domain.
bool is_dot_net(const Window& window, const DomainRun& run, const Label& tld) {
  return run.labels() == 2 && tld.upper == tld.length && tld.is_one_of(window, {"net"});
}

// One letter (of a script that has words of several), or a number: `m.in.`, `1.er`, `0700.HK`.
bool is_of_an_abbreviation(const Window& window, const Label& second, const Label& tld) {
  if (second.digits == second.length) return second.length <= 2 || tld.upper == tld.length;
  const bool is_letter = second.length == 1 && second.lower + second.upper == 1;
  return is_letter && writing_of(window.code_point(second.begin).value) != Writing::unspaced;
}

bool is_reversed_name(const Window& window, const DomainRun& run, const Label& tld) {
  if (run.labels() < 3 || tld.length == 2) return false;
  const Label first(window, run.run_begin(), run.first_label_end());
  return first.is_one_of(window, {"com", "org", "net", "edu", "gov", "io", "de"});
}

Rejected doubt_of_last_label(Doubt doubt, const DomainRun& run, const Label& second,
                             Evidence evidence) {
  const bool is_ascii = second.length == second.end - second.begin;
  const bool has_port = evidence == Evidence::port;
  switch (doubt) {
    case Doubt::none:
      break;
    case Doubt::suffix:
      if (run.labels() >= 3 && second.length > 1 && is_ascii && !has_port) break;
      return Rejected::reads_as_file_suffix;  // a port is the line of a file: Main.java:17
    case Doubt::member:
      return has_port ? Rejected::no : Rejected::reads_as_member;
    case Doubt::capital:
      return has_port || !second.begins_upper ? Rejected::no : Rejected::reads_as_capital;
  }
  return Rejected::no;
}

// `user=alice@…` is a key and its value; `bounce+anna=example.org@…` is one local part.
bool is_plain_word(const Window& window, uint64_t begin, uint64_t end) {
  for (uint64_t at = begin; at < end; ++at) {
    if (!base::is_ascii_letter(window.byte(at)) && window.byte(at) != '_') return false;
  }
  return begin < end;
}

bool is_www(const Window& window, const DomainRun& run) {
  return run.first_label_end() - run.run_begin() == 3 && run.labels() >= 3 &&
         window.holds(run.run_begin(), "www") == Answer::yes;
}

}  // namespace

Rejected doubt_of_domain(const Window& window, const DomainRun& run, Evidence evidence) {
  if (evidence == Evidence::path || is_www(window, run)) return Rejected::no;
  const Peek next = window.peek(run.run_end());
  if (next.is('(') || next.is('=')) return Rejected::reads_as_call;
  const Label tld(window, run.last_label(), run.end());
  const Label second = second_level(window, run);
  const Label first(window, run.run_begin(), run.first_label_end());
  if (ends_a_contraction(window, first)) return Rejected::reads_as_contraction;
  if (!is_written_as_top_level_domain(window, run, tld)) return Rejected::reads_as_next_sentence;
  const bool is_popular = tld.is_one_of(window, {"com", "net", "org"});
  if (!is_popular && is_of_an_abbreviation(window, second, tld)) {
    return Rejected::reads_as_abbreviation;
  }
  const bool is_code_word = find_word(automata::kCodeWords, window, first) != 0;
  if (is_code_word || is_dot_net(window, run, tld)) return Rejected::reads_as_code_or_file;
  if (is_reversed_name(window, run, tld)) return Rejected::reads_as_reversed_name;
  const auto doubt = static_cast<Doubt>(find_word(automata::kDoubtfulTlds, window, tld));
  return doubt_of_last_label(doubt, run, second, evidence);
}

Rejected doubt_of_domain_in_code(const Window& window, const DomainRun& run, Evidence evidence) {
  const Rejected doubt = doubt_of_domain(window, run, evidence);
  if (doubt != Rejected::no || is_www(window, run)) return doubt;
  return evidence == Evidence::none ? Rejected::code_needs_evidence : Rejected::no;
}

bool continues_something(const Window& window, uint64_t begin) {
  constexpr std::string_view kHiddenAtSigns[] = {"＠", "[@]", "(@)", "[at]", "{at}"};
  constexpr uint64_t kReach = 64;
  const uint64_t floor = window.back_to(begin, 0, kReach);
  for (const std::string_view hidden : kHiddenAtSigns) {
    if (begin - floor < hidden.size()) continue;
    if (window.slice(begin - hidden.size(), begin) == hidden) return true;
  }
  if (begin == floor || window.byte(begin - 1) != '=') return false;
  for (uint64_t at = begin; at > floor; --at) {
    base::count_step();
    const uint8_t byte = window.byte(at - 1);
    if (byte == '?') return true;
    if (byte <= ' ' || byte == '"' || byte == '(' || byte == '<') return false;
  }
  return false;
}

uint64_t local_part_begin_in_prose(const Window& window, uint64_t from, uint64_t at) {
  constexpr std::string_view kAroundAddresses = "{}|`*\"";
  Writing writing = Writing::neutral;
  uint64_t begin = at;
  while (begin > from) {
    base::count_step();
    const base::CodePoint before = base::decode_before(window.at(from), window.at(begin));
    if (before.value < 0x80 &&
        kAroundAddresses.find(static_cast<char>(before.value)) != std::string_view::npos) {
      break;
    }
    if (before.value == '=' && is_plain_word(window, from, begin - 1)) break;
    const Writing here = writing_of(before.value);
    if (writing == Writing::latin && here != Writing::latin && here != Writing::neutral) break;
    if (writing == Writing::neutral) writing = here;
    begin -= before.length;
  }
  // What is left of the text before it: 'orders@…', /user@…, ל-info@…
  while (begin < at && window.byte(begin) < 0x80 && !base::is_ascii_letter(window.byte(begin)) &&
         !base::is_ascii_digit(window.byte(begin)) && window.byte(begin) != '.') {
    ++begin;
  }
  return begin;
}

Answer path_follows_address(const Window& window, uint64_t end) {
  if (!window.peek(end).is(':')) return Answer::no;
  const Peek next = window.peek(end + 1);
  if (next.unknown()) return Answer::unknown;
  if (next.state == Peek::State::end_of_text) return Answer::no;
  const char32_t code_point = next.code_point.value;
  const unicode::Properties properties = unicode::properties(code_point);
  const bool is_path = properties.is_letter() || code_point == '/' || code_point == '~' ||
                       code_point == '_' || code_point == '.' || code_point == '$';
  return is_path ? Answer::yes : Answer::no;
}

bool opens_message_id(const Window& window, uint64_t begin) {
  constexpr std::string_view kFields[] = {"message-id", "in-reply-to", "references", "content-id",
                                          "resent-message-id"};
  const uint64_t floor = window.back_to(begin, 0, 64);
  if (begin == floor || window.byte(begin - 1) != '<') return false;
  uint64_t colon = begin - 1;
  while (colon > floor && base::is_ascii_white_space(window.byte(colon - 1))) --colon;
  if (colon == floor || window.byte(colon - 1) != ':') return false;
  --colon;
  return std::any_of(std::begin(kFields), std::end(kFields), [&](std::string_view field) {
    return colon - floor >= field.size() &&
           window.holds(colon - field.size(), field) == Answer::yes;
  });
}

}  // namespace linkspan::scan
