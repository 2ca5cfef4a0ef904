// SPDX-License-Identifier: Apache-2.0
#include "mail/guard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace linkspan::mail {
namespace {

// The fields that define the structure of a message (RFC 2045; RFC 2183), and the base of relative
// links (RFC 2557; RFC 2110).
constexpr std::array<std::string_view, 5> kNeeded = {"content-type", "content-transfer-encoding",
                                                     "content-disposition", "content-location",
                                                     "content-base"};
constexpr size_t kMostParameters = 128;
constexpr size_t kMostBytes = 4096;
constexpr std::string_view kDigest = "digest";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// As in GMime: also bytes of UTF-8 (RFC 6532).
bool is_of_names(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte != 0x7F && byte != ':';
}

bool is_needed(std::string_view name) {
  return std::any_of(kNeeded.begin(), kNeeded.end(), [name](std::string_view needed) {
    return name.size() == needed.size() &&
           std::equal(name.begin(), name.end(), needed.begin(),
                      [](char a, char b) { return base::to_ascii_lower(a) == b; });
  });
}

// The first line at `from` or later that begins with `--`.
size_t line_with_dashes(std::string_view message, size_t from, LineEnds ends) {
  size_t at = message.find("--", from);
  while (at != message.npos && at > 0 && !ends_line(message, at - 1, ends)) {
    at = message.find("--", at + 1);
  }
  return at;
}

size_t most_boundaries(std::string_view message) { return 1000 + message.size() / 32; }
size_t most_messages(std::string_view message) { return 300 + message.size() / 512; }

// The lines that may be boundaries.
struct Boundaries {
  size_t count = 0;
  std::vector<uint64_t> too_many;  // the starts of those that exceed the limit
};

Boundaries boundaries_of(std::string_view message, LineEnds ends) {
  const size_t most = most_boundaries(message);
  Boundaries found;
  for (size_t at = line_with_dashes(message, 0, ends); at != message.npos;
       at = line_with_dashes(message, at + 1, ends)) {
    if (++found.count > most) found.too_many.push_back(at);
  }
  return found;
}

// A line with a colon.
struct Line {
  size_t begin;
  size_t colon;  // the first one
};

// The first line at `from` or later that has a colon. REQUIRES: a line begins at `from`.
std::optional<Line> line_with_colon(std::string_view message, size_t from, LineEnds ends) {
  const size_t colon = message.find(':', from);
  if (colon == message.npos) return std::nullopt;
  size_t begin = colon;
  while (begin > from && !ends_line(message, begin - 1, ends)) --begin;
  return Line{begin, colon};
}

// The name of the field that the line begins; nothing if it does not. Blanks may precede the colon,
// as in RFC 822. The name may be empty, which GMime allows against the standards.
std::optional<std::string_view> name_of_field(std::string_view message, Line line) {
  const std::string_view start = message.substr(line.begin, line.colon - line.begin);
  const auto end = std::find_if_not(start.begin(), start.end(), is_of_names);
  if (!std::all_of(end, start.end(), is_blank)) return std::nullopt;
  const auto size = static_cast<size_t>(end - start.begin());
  if (size == 0 && !start.empty()) return std::nullopt;
  return start.substr(0, size);
}

// The place from which on the field [begin, end) is longer than a legitimate one.
size_t end_of_honest(std::string_view message, size_t begin, size_t end) {
  const size_t longest = std::min(begin + kMostBytes, end);
  size_t parameters = 0;
  for (size_t at = begin; at < longest; ++at) {
    if (message[at] == ';' && ++parameters > kMostParameters) return at;
  }
  return longest;
}

// The place of a lower-case word in the media type that a field names, or npos. It begins at the
// colon.
size_t find_in_type(std::string_view field, std::string_view word) {
  constexpr size_t kLongest = 1024;
  const std::string type =
      base::to_ascii_lower(field.substr(0, std::min(field.find(';'), kLongest)));
  return type.find(word);
}

class Pass {
 public:
  Pass(std::string_view message, LineEnds ends) : message_(message), ends_(ends) {}

  Guard run() {
    for (size_t at = 0; at < message_.size();) {
      const std::optional<Line> line = line_with_colon(message_, at, ends_);
      if (!line) break;
      if (line->begin != at) before_ = Before::other;
      at = take(*line);
    }
    if (has_needed_) hide_boundaries();
    return std::move(guard_);
  }

 private:
  // What precedes the current line.
  enum class Before : uint8_t { other, needed, unread };

  // Returns the start of the next line.
  size_t take(Line line) {
    const std::optional<std::string_view> name = name_of_field(message_, line);
    const bool may_be_boundary = name && name->starts_with("--");
    if (!name || may_be_boundary) {
      before_ = Before::other;
      return next_line(message_, line.colon, ends_);
    }
    if (is_url(line, *name)) {
      overwrite(line.colon, line.colon + 1, kHiddenColon);
      before_ = Before::other;
      return next_line(message_, line.colon, ends_);
    }
    const size_t end = end_of_field(message_, line.colon, ends_);
    if (is_needed(*name)) {
      has_needed_ = true;
      cut(line.colon, end);
      limit_messages(line.colon, end);
      before_ = Before::needed;
    } else {
      hide(line, *name, end);
    }
    return end;
  }

  bool is_url(Line line, std::string_view name) const {
    return !name.empty() && line.begin + name.size() == line.colon &&
           message_.substr(line.colon).starts_with("://");
  }

  void hide(Line line, std::string_view name, size_t end) {
    const uint64_t first = line.begin;
    if (before_ == Before::unread) {
      guard_.overwrites.back().range.end = end;
      guard_.unread.push_back({first, SeenAs::line_of_field_before});
      return;
    }
    // An empty name is unknown, and is a field only after another one.
    if (name.empty() && before_ == Before::other) {
      overwrite(first, end, ' ');
      return;
    }
    if (!name.empty()) overwrite(first, first + 1, kHiddenName);
    overwrite(line.colon + 1, end, ' ');
    guard_.unread.push_back({first, SeenAs::field});
    before_ = Before::unread;
  }

  void cut(size_t begin, size_t end) {
    begin = end_of_honest(message_, begin, end);
    while (end > begin && (message_[end - 1] == '\n' || message_[end - 1] == '\r')) --end;
    if (begin == end) return;
    overwrite(begin, end, ' ');
    guard_.cuts.push_back({begin, end});
  }

  // Of a field of a part. What cut() has cut is after the media type.
  void limit_messages(size_t colon, size_t end) {
    const std::string_view field = message_.substr(colon, end - colon);
    const size_t digest = find_in_type(field, kDigest);
    if (digest != field.npos) digests_.push_back(colon + digest);
    if (find_in_type(field, "message") == field.npos) return;
    if (++messages_ <= most_messages(message_)) return;
    const size_t type = std::min({field.find(';'), field.size(), kMostBytes});
    messages_too_many_.push_back({colon + 1, colon + type});
  }

  // INVARIANT: no such line is in an overwritten range; each ends before it or begins after it.
  void hide_boundaries() {
    const Boundaries boundaries = boundaries_of(message_, ends_);
    for (const uint64_t line : boundaries.too_many) overwrite(line, line + 1, kHiddenDash);
    for (const Range& type : messages_too_many_) make_text(type, ' ');
    if (boundaries.count > most_messages(message_)) {
      for (const uint64_t digest : digests_) make_text({digest, digest + kDigest.size()}, 'x');
    }
    std::sort(guard_.overwrites.begin(), guard_.overwrites.end(),
              [](const Overwrite& a, const Overwrite& b) { return a.range.begin < b.range.begin; });
  }

  void make_text(Range type, char with) {
    overwrite(type.begin, type.end, with);
    uint64_t& first =
        guard_.messages_are_text_from.emplace(guard_.messages_are_text_from.value_or(type.begin));
    first = std::min(first, type.begin);
  }

  void overwrite(uint64_t begin, uint64_t end, char with) {
    guard_.overwrites.push_back({{begin, end}, with});
  }

  std::string_view message_;
  LineEnds ends_;
  Before before_ = Before::other;
  bool has_needed_ = false;  // without a Content-Type, there is no multipart
  size_t messages_ = 0;      // that are attached
  std::vector<Range> messages_too_many_;
  std::vector<uint64_t> digests_;
  Guard guard_;
};

}  // namespace

size_t end_of_field(std::string_view message, size_t begin, LineEnds ends) {
  size_t at = next_line(message, begin, ends);
  while (at < message.size() && is_blank(message[at])) at = next_line(message, at, ends);
  return at;
}

Guard guard(std::string_view message, LineEnds ends) { return Pass(message, ends).run(); }

}  // namespace linkspan::mail
