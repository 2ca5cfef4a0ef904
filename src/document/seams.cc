// SPDX-License-Identifier: Apache-2.0
#include "linkspan/seams.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "scan/text/escapes.h"
#include "scan/text/reach.h"

namespace linkspan {
namespace {

// More than the longest address before a `>`: text before it does not matter.
constexpr size_t kLongestAddress = 512;

// The text that may be between `<` and the link: `URL:` and white space.
constexpr uint64_t kLongestLabel = 32;

bool is_space(char c) { return base::is_ascii_white_space(static_cast<uint8_t>(c)); }
bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }

// PERF: three times memchr.
bool has_escape_mark(std::string_view line) {
  return line.find('\\') != line.npos || line.find('&') != line.npos ||
         line.find('\x1B') != line.npos;
}

// Tracks `<` and `>` from the start of a text on.
class AngleBrackets {
 public:
  AngleBrackets(Before before, uint64_t max_link_bytes)
      : longest_(max_link_bytes + kLongestLabel),
        depth_(before == Before::unknown ? kAnyDepth : 0) {}

  // The line that begins at `at`, with its line feed. REQUIRES: the lines of the text in order.
  // PERF: most lines have no bracket, which memchr finds out. All seams of 100 MB: 6 million
  // instructions, and 23 with a check of each byte.
  void take_line(size_t at, std::string_view line) {
    if (has_escape_mark(line)) {
      take_brackets(at, scan::meant_line(line));
    } else if (line.find('<') != line.npos || line.find('>') != line.npos ||
               line.find(kLead) != line.npos) {
      take_brackets(at, line);
    }
    has_space_ = true;  // the line feed
  }
  // Two line feeds end a link, but not the white space after its label.
  void end_paragraph(size_t at) {
    if (at > opened_at_ + kLongestLabel) depth_ = 0;
  }

  bool may_be_open(size_t at) const { return depth_ > 0 && at <= opened_at_ + longest_; }

 private:
  enum class Kind : uint8_t { angle, printed };
  static constexpr unsigned kAnyDepth = 1u << 30;

  // Of ⟨ and ⟩, which groff prints around links: U+27E8 and U+27E9.
  static constexpr std::string_view kLead = "\xE2\x9F";

  void take_brackets(size_t at, std::string_view line) {
    for (size_t i = 0; i + 1 < line.size(); ++i) {
      const char third = i + 3 < line.size() && line.substr(i, 2) == kLead ? line[i + 2] : '\0';
      if (third == '\xA8') {
        open(at + i, line[i + 3], Kind::printed);
      } else if (third == '\xA9' && kind_ == Kind::printed) {
        depth_ = 0;
      } else {
        take(at + i, line[i], line[i + 1]);
      }
    }
  }

  void take(size_t at, char c, char next) {
    if (c == '<') {
      open(at, next, Kind::angle);
    } else if (c == '>') {
      // A link without white space in it may have pairs of brackets: <https://example.org/<b>>
      depth_ = has_space_ || depth_ == 0 ? 0 : depth_ - 1;
    } else if (is_space(c)) {
      has_space_ = true;
    }
  }

  void open(size_t at, char next, Kind kind) {
    if (depth_ > 0 && !has_space_) {
      ++depth_;
      if (kind == Kind::angle) kind_ = kind;  // ⟩ ends none of these
    } else {
      depth_ = is_letter(next) ? 1 : 0;  // another bracket ends a link that contains white space
      kind_ = kind;
    }
    opened_at_ = at;
    has_space_ = false;
  }

  uint64_t longest_;
  unsigned depth_;
  Kind kind_ = Kind::angle;
  size_t opened_at_ = 0;  // the last bracket
  bool has_space_ = false;
};

// Does the `>` at `at` end an address?
bool ends_address(std::string_view text, size_t at) {
  for (size_t back = 1; back <= std::min(at, kLongestAddress); ++back) {
    const char c = text[at - back];
    if (c == '@') return true;
    if (c == '<' || is_space(c)) return false;
  }
  return at > kLongestAddress;
}

// The characters that may be, with white space, between a link and the text that it depends on: the
// label of a message identifier, the rest of an address.
constexpr std::string_view kPassedBefore = ",\"'";
constexpr std::string_view kLeadsOn = ":=@";

bool begins_escape(char c) { return c == '\\' || c == '&' || c == '\x1B'; }

// Could the character at `at` be the last one of an escape (docs/scanning.md, section 11), which
// stands for one of those?
bool may_end_escape(std::string_view text, size_t at) {
  constexpr size_t kLongest = 40;
  const size_t begin = at > kLongest ? at - kLongest : 0;
  const size_t escape = text.substr(begin, at - begin).find_last_of("\\&\x1B");
  if (escape == text.npos) return false;
  return text.find_first_of(" \n", begin + escape) > at;
}

// Condition 2. REQUIRES: nothing precedes `text`, or it does not matter.
bool looks_back_at_nothing(std::string_view text, size_t at) {
  const size_t next = text.find_first_not_of(" \t", at);
  if (next == text.npos || text[next] == ':' || text[next] == '=') return false;
  if (begins_escape(text[next])) return false;
  for (size_t back = 1; back <= std::min<size_t>(at, scan::kSpaceReach); ++back) {
    const char c = text[at - back];
    if (is_space(c) || kPassedBefore.find(c) != kPassedBefore.npos) continue;
    if (may_end_escape(text, at - back)) return false;
    if (text.substr(0, at - back + 1).ends_with("://")) return false;  // https://⏎example.org
    return kLeadsOn.find(c) == kLeadsOn.npos && !(c == '>' && ends_address(text, at - back));
  }
  return true;
}

// Could the text, which ends a line, be the part of a link before a line break?
bool may_end_part(std::string_view text) {
  constexpr std::string_view kEnds = "-.=&?%_\\+\"'";
  const bool is_escape = text.size() >= 3 && text[text.size() - 3] == '%';
  return is_escape || kEnds.find(text.back()) != kEnds.npos ||
         may_end_escape(text, text.size() - 1);
}

// Could the line break before `at` divide a link (scan/prose/line_joint.h)? Then all lines from the
// start of the link on may end a part of it.
bool may_divide_link(std::string_view text, size_t at) {
  constexpr size_t kReach = 1280;
  text = text.substr(0, at);
  text.remove_prefix(text.size() > kReach ? text.size() - kReach : 0);
  while (!text.empty()) {
    text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    if (text.empty() || !may_end_part(text)) return false;
    const std::string_view line = text.substr(text.rfind('\n') + 1);
    for (const std::string_view mark :
         {"://", "www.", "@", "mailto:", "%2F", "%2f", "\\", "&", "\x1B"}) {
      if (line.find(mark) != line.npos) return true;
    }
    text.remove_suffix(line.size());
  }
  return false;
}

// The length of the line break that ends the text: LF, CR LF, or none.
size_t break_at_end(std::string_view text) {
  if (!text.ends_with('\n')) return 0;
  return text.ends_with("\r\n") ? 2 : 1;
}

// Is there an empty line before `at`, below a line that ends like a sentence or a word?
bool ends_paragraph(std::string_view text, size_t at) {
  text = text.substr(0, at);
  for (int breaks = 0; breaks < 2; ++breaks) {
    const size_t size = break_at_end(text);
    if (size == 0) return false;
    text.remove_suffix(size);
  }
  if (text.empty()) return false;
  constexpr std::string_view kEnds = ".!?)";
  const char last = text.back();
  return base::is_ascii_alphanumeric(static_cast<uint8_t>(last)) ||
         static_cast<uint8_t>(last) >= 0x80 || kEnds.find(last) != std::string_view::npos;
}

// U+FEFF is a mark at the start of a text and a character elsewhere; these bytes begin it.
bool may_begin_mark(char c) { return c == '\xEF' || c == '\x84'; }

}  // namespace

size_t seam_context(const SeamRules& rules) {
  return size_t{rules.max_link_bytes} + kLongestLabel + kLongestAddress + scan::kSpaceReach;
}

std::optional<size_t> find_seam(std::string_view text, size_t from, Before before,
                                const SeamRules& rules) {
  const size_t context = before == Before::nothing ? 0 : scan::kSpaceReach + kLongestAddress;
  AngleBrackets brackets(before, rules.max_link_bytes);
  for (size_t begin = 0, seam = 0;; begin = seam) {
    const size_t line_feed = text.find('\n', begin);
    if (line_feed >= text.size() - 1) return std::nullopt;  // none, or at the end
    seam = line_feed + 1;
    const std::string_view line = text.substr(begin, seam - begin);
    brackets.take_line(begin, line);
    if (begin > 0 && (line == "\n" || line == "\r\n")) brackets.end_paragraph(line_feed);
    if (seam < from || seam < context || may_begin_mark(text[seam])) continue;
    const bool fits_layout = rules.layout.is_plain() || ends_paragraph(text, seam);
    if (fits_layout && !brackets.may_be_open(seam) && looks_back_at_nothing(text, seam) &&
        !may_divide_link(text, seam)) {
      return seam;
    }
  }
}

}  // namespace linkspan
