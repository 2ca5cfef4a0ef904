// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/line_joint.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/literal_joint.h"
#include "base/steps.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/run_characters.h"

namespace linkspan::scan {
namespace {

constexpr base::AsciiSet kBlanks(" \t");
// Before the text of a line: white space, quote marks of mail, marks of comments.
constexpr base::AsciiSet kBeforeLine(" \t>|#*/;");
constexpr base::AsciiSet kOfLiteralJoint(base::kBetweenLiterals);

bool is_quote(uint8_t byte) { return byte == '"' || byte == '\''; }
bool is_break(uint8_t byte) { return byte == '\n' || byte == '\r'; }
bool is_of_set(const base::AsciiSet& set, uint8_t byte) {
  return byte < 0x80 && set.contains(byte);
}

// The text before a joint.
struct TextBeforeJoint {
  uint64_t end = 0;  // 0: there is no joint
  bool is_literal = false;
  bool has_break = false;
};

// The joint before the text that begins at `begin`. It has read down to `at`.
TextBeforeJoint find_joint_before(const Window& window, uint64_t floor, uint64_t begin,
                                  uint64_t& at) {
  TextBeforeJoint found;
  at = begin;
  uint8_t quote = 0;
  if (at > floor && is_quote(window.byte(at - 1))) quote = window.byte(--at);
  found.is_literal = quote != 0;
  const auto skip = [&](const base::AsciiSet& set) {
    while (at > floor && is_of_set(set, window.byte(at - 1))) --at;
  };
  skip(quote != 0 ? kOfLiteralJoint : kBeforeLine);
  if (at > floor && is_break(window.byte(at - 1))) {
    found.has_break = true;
    if (window.byte(--at) == '\n' && at > floor && window.byte(at - 1) == '\r') --at;
    skip(kBlanks);
  }
  base::count_steps(begin - at);
  if (quote != 0) {
    skip(kOfLiteralJoint);
    if (at == floor || window.byte(at - 1) != quote) return found;
    --at;
  } else if (!found.has_break) {
    return found;
  } else if (at > floor && window.byte(at - 1) == '\\') {
    --at;  // the line continues
  }
  if (at > floor) found.end = at;
  return found;
}

// The text without white space and quotes that ends at `end`.
std::string_view word_before(const Window& window, uint64_t floor, uint64_t end) {
  static constexpr base::AsciiSet kEndsWord("\"'<>`");
  uint64_t begin = end;
  while (begin > floor && window.byte(begin - 1) > ' ' &&
         !is_of_set(kEndsWord, window.byte(begin - 1))) {
    --begin;
  }
  base::count_steps(end - begin);
  return window.slice(begin, end);
}

// Where the last host of the word begins, after `://`, `%2F%2F` or the `@` of an address, or with
// `www.`; npos if there is none.
size_t find_host(std::string_view word) {
  size_t host = std::string_view::npos;
  const auto note = [&](std::string_view before) {
    const size_t at = word.rfind(before);
    if (at != word.npos && (host == word.npos || at + before.size() > host)) {
      host = at + before.size();
    }
  };
  for (const std::string_view before : {"://", "%2F%2F", "%2f%2f", "mailto:"}) note(before);
  const size_t at_sign = word.rfind('@');
  if (at_sign != word.npos && at_sign > 0 &&
      base::is_ascii_alphanumeric(static_cast<uint8_t>(word[at_sign - 1]))) {
    note("@");
  }
  if (host == word.npos) {
    const size_t www = word.find("www.");
    const bool begins_word =
        www != word.npos &&
        (www == 0 || !base::is_ascii_alphanumeric(static_cast<uint8_t>(word[www - 1])));
    if (begins_word) return www;
  }
  return host;
}

bool ends_with_escape(std::string_view text) {
  return text.size() >= 3 && text[text.size() - 3] == '%' &&
         base::is_ascii_hex_digit(static_cast<uint8_t>(text[text.size() - 1])) &&
         base::is_ascii_hex_digit(static_cast<uint8_t>(text[text.size() - 2]));
}

// Is `www.` a whole label at the end?
bool ends_with_www(std::string_view word) {
  constexpr std::string_view kWww = "www.";
  if (!word.ends_with(kWww)) return false;
  word.remove_suffix(kWww.size());
  return word.empty() || ends_with_escape(word) ||
         !may_stand_in_plain_run(static_cast<uint8_t>(word.back()));
}

// Does a host of two labels or more end with a top-level domain, or is it a number?
bool is_whole_host(const Window& window, uint64_t end, std::string_view host,
                   const TopLevelDomains& tlds) {
  const size_t dot = host.rfind('.');
  if (dot == host.npos || dot == 0) return false;
  const std::string_view label = host.substr(dot + 1);
  const bool is_number = std::all_of(label.begin(), label.end(), [](char c) {
    return base::is_ascii_digit(static_cast<uint8_t>(c));
  });
  return is_number || tlds.contains(window, end - label.size(), end);
}

// Is the word that ends at `end` the start of a link, cut off within its host, or in its path after
// a character that seldom ends one?
bool is_unfinished(const Window& window, const TextBeforeJoint& text, std::string_view word,
                   const TopLevelDomains& tlds) {
  if (ends_with_www(word)) return true;
  const size_t host_begin = find_host(word);
  if (host_begin == word.npos) return false;
  if (host_begin == word.size()) return ends_with_escape(word);  // ?u=https%3A%2F%2F
  std::string_view host = word.substr(host_begin);
  const char last = host.back();
  if (last == '=' && text.has_break) return true;  // also a soft line break (RFC 2045, section 6.7)
  if (host.find_first_of("/?#%") != host.npos) {
    return last == '-' || last == '&' || last == '?' || last == '%' || ends_with_escape(host);
  }
  if (last == '-') return true;
  if (last == '.' && host.find(':') == host.npos) {
    host.remove_suffix(1);
    return !is_whole_host(window, text.end - 1, host, tlds);
  }
  return text.is_literal && text.has_break && host.find(':') == host.npos &&
         !is_whole_host(window, text.end, host, tlds);
}

}  // namespace

bool may_continue_link(const Window& window, uint64_t begin, const TopLevelDomains& tlds) {
  constexpr uint64_t kReach = 200;
  const uint64_t floor = window.furthest<kReach>(begin, 0);
  uint64_t at = begin;
  const TextBeforeJoint text = find_joint_before(window, floor, begin, at);
  window.reads_from(at - std::min<uint64_t>(at - floor, 3));
  if (text.end == 0) return false;
  static constexpr base::AsciiSet kEndsUnfinished("-.=&?%");
  const bool may_be_escape = text.end >= floor + 3 && window.byte(text.end - 3) == '%';
  const bool may_be_unfinished =
      text.is_literal || may_be_escape || is_of_set(kEndsUnfinished, window.byte(text.end - 1));
  if (!may_be_unfinished) return false;
  window.reads_from(floor);
  const std::string_view word = word_before(window, floor, text.end);
  return !word.empty() && is_unfinished(window, text, word, tlds);
}

namespace {

// Reads what is between the two halves.
class JointReader {
 public:
  JointReader(const Window& window, uint64_t end) : window_(window), at_(end) {}

  // Yes if there is a joint. Then at() is after it.
  Answer read();
  // The same between literals in `quote`, or only a line break within a quote.
  Answer read_between_literals();
  Answer read_break();
  uint64_t at() const { return at_; }
  bool has_break() const { return has_break_; }
  bool has_sign() const { return has_sign_; }  // such as a `+`

 private:
  static constexpr uint64_t kLongest = 64;

  bool at_end() const { return at_ >= window_.end; }
  Answer none() const { return at_end() && !window_.complete() ? Answer::unknown : Answer::no; }
  void skip(const base::AsciiSet& set) {
    for (uint64_t most = kLongest; most > 0 && !at_end() && is_of_set(set, window_.byte(at_));
         --most) {
      ++at_;
      base::count_step();
    }
  }
  bool skip_break();

  const Window& window_;
  uint64_t at_;
  bool has_break_ = false;
  bool has_sign_ = false;
};

bool JointReader::skip_break() {
  if (at_end() || !is_break(window_.byte(at_))) return false;
  const bool is_return = window_.byte(at_++) == '\r';
  if (is_return && window_.has(at_, '\n')) ++at_;
  has_break_ = true;
  return true;
}

Answer JointReader::read() {
  if (at_end()) return none();
  if (is_quote(window_.byte(at_))) return read_between_literals();
  if (window_.has(at_, '\\') || window_.has(at_, '=')) ++at_;
  const Answer is_break = read_break();
  if (is_break == Answer::yes) skip(kBeforeLine);
  return is_break == Answer::yes && at_end() ? none() : is_break;
}

// REQUIRES: a quotation mark is there.
Answer JointReader::read_between_literals() {
  const uint64_t begin = at_ + 1;
  const uint8_t quote = window_.byte(at_++);
  skip(kOfLiteralJoint);
  if (skip_break()) skip(kOfLiteralJoint);
  if (at_end() || window_.byte(at_) != quote) return none();
  const std::string_view between = window_.slice(begin, at_++);
  has_sign_ = between.find_first_not_of(" \t\r\n") != between.npos;
  return at_end() ? none() : Answer::yes;
}

Answer JointReader::read_break() {
  skip(kBlanks);
  if (!skip_break()) return none();
  skip(kBlanks);
  return at_end() ? none() : Answer::yes;
}

}  // namespace

Answer rest_of_host_begins_line(const Window& window, uint64_t end, const TopLevelDomains& tlds,
                                LineJoint joint) {
  constexpr uint64_t kLongest = 64;
  JointReader reader(window, end);
  const Answer is_joint = reader.read();
  if (is_joint != Answer::yes) return is_joint;
  const bool is_in_lines = reader.has_break() && is_quote(window.byte(end));
  if (joint == LineJoint::literals_in_lines && !is_in_lines) return Answer::no;
  const uint64_t begin = reader.at();
  const auto is_of_name = [](uint8_t byte) { return byte >= 0x80 || may_stand_in_plain_run(byte); };
  uint64_t at = begin;
  bool has_dot = false;
  for (; at < window.end && at - begin < kLongest && is_of_name(window.byte(at)); ++at) {
    const bool is_dot_of_host = window.byte(at) == '.' && at > begin && at + 1 < window.end &&
                                is_of_name(window.byte(at + 1)) && window.byte(at + 1) != '.';
    has_dot |= is_dot_of_host;
  }
  base::count_steps(at - begin);
  if (at + 1 >= window.end && !window.complete()) return Answer::unknown;
  if (at == begin) return Answer::no;
  const bool is_host =
      has_dot || window.has(at, '/') ||
      (!base::is_ascii_upper(window.byte(begin)) && tlds.contains(window, begin, at));
  return is_host ? Answer::yes : Answer::no;
}

namespace {

// A URI without the characters that close it.
bool is_of_link(const Peek& next) {
  if (next.state != Peek::State::code_point) return false;
  const char32_t c = next.code_point.value;
  if (c >= 0x80) return is_word_character(c);
  static constexpr base::AsciiSet kNotOfLink("\"'<>\\^`{|}");
  return c > ' ' && c < 0x7F && !kNotOfLink.contains(static_cast<uint8_t>(c));
}

// Reads a link over its joints.
class LinkJoiner {
 public:
  LinkJoiner(const Window& window, uint64_t at, char32_t closing)
      : window_(window), limit_(at + kLongest), closing_(closing) {
    link_.end = at;
  }

  JoinedLink join(Divided divided);

 private:
  static constexpr uint64_t kLongest = 1024;

  Answer pass_joint(Divided divided);
  Answer path_continues(bool is_literal, const JointReader& reader) const;
  Answer pass_text();

  const Window& window_;
  uint64_t limit_;
  char32_t closing_;
  JoinedLink link_;
};

JoinedLink LinkJoiner::join(Divided divided) {
  for (;;) {
    link_.is_joined = pass_joint(divided);
    const bool is_over =
        link_.is_joined == Answer::no && link_.joints > 0 && window_.peek(link_.end).is(closing_);
    if (is_over) link_.is_joined = Answer::yes;
    if (is_over || link_.is_joined != Answer::yes) return link_;
    link_.is_joined = pass_text();
    if (link_.is_joined != Answer::yes) return link_;
    divided = Divided::path;
  }
}

// Does a joint begin at link_.end, and does the link continue after it?
Answer LinkJoiner::pass_joint(Divided divided) {
  if (link_.joints == JoinedLink::kMostJoints) return Answer::no;
  const Peek next = window_.peek(link_.end);
  if (next.unknown()) return Answer::unknown;
  JointReader reader(window_, link_.end);
  const bool is_literal = closing_ != '>' && next.is(closing_);
  if (is_literal && closing_ >= 0x80) return Answer::no;
  const Answer is_joint = is_literal ? reader.read_between_literals() : reader.read_break();
  if (is_joint != Answer::yes) return is_joint;
  if (!reader.has_break()) return Answer::no;
  if (divided == Divided::path) {
    const Answer continues = path_continues(is_literal, reader);
    if (continues != Answer::yes) return continues;
  }
  link_.joint_begin[link_.joints] = link_.end;
  link_.joint_end[link_.joints++] = link_.end = reader.at();
  return Answer::yes;
}

// Does the path continue after the joint? A list of strings has no sign between them, either:
// "https://example.org/"⏎"name"
Answer LinkJoiner::path_continues(bool is_literal, const JointReader& reader) const {
  static constexpr base::AsciiSet kBeginsPart("?&=#%");
  static constexpr base::AsciiSet kOfPaths("/?&=#%");
  const uint8_t before = window_.byte(link_.end - 1);
  if (must_continue_after(before)) return Answer::yes;
  if (!is_literal) return Answer::no;
  const uint8_t first = window_.byte(reader.at());
  if (before == '=' || is_of_set(kBeginsPart, first)) return Answer::yes;
  if (before != '/' && first != '/') return Answer::no;
  if (reader.has_sign() || link_.joints > 0) return Answer::yes;
  if (before != '/') return Answer::no;
  for (uint64_t at = reader.at(); at < limit_; base::count_step()) {
    const Peek next = window_.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (!is_of_link(next)) break;
    if (is_of_set(kOfPaths, window_.byte(at))) return Answer::yes;
    at += next.code_point.length;
  }
  return Answer::no;
}

// Reads the text of a line or literal, which does not begin another link.
Answer LinkJoiner::pass_text() {
  const uint64_t begin = link_.end;
  uint8_t last = 0;
  for (; link_.end < limit_; base::count_step()) {
    const Peek next = window_.peek(link_.end);
    if (next.unknown()) return Answer::unknown;
    if (!is_of_link(next)) break;
    if (last == '/' && next.is('/') && window_.byte(link_.end - 2) == ':') return Answer::no;
    last = window_.byte(link_.end);
    link_.end += next.code_point.length;
  }
  return link_.end > begin && link_.end < limit_ ? Answer::yes : Answer::no;
}

}  // namespace

JoinedLink join_lines(const Window& window, uint64_t at, char32_t closing, Divided divided) {
  return LinkJoiner(window, at, closing).join(divided);
}

}  // namespace linkspan::scan
