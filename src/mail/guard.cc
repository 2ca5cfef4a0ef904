#include "mail/guard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ascii.h"

namespace linkspan::mail {
namespace {

struct GuardedField {
  std::string_view name;
  char mark;     // what there may not be too many of
  size_t limit;  // that many are left alone
};

// The fields that GMime reads as lists of addresses, and those with parameters (RFC 2045, section
// 5.1; RFC 2183). Long file names are cut into a parameter for each 60 bytes or so (RFC 2231,
// section 3), and seldom are longer than 255 characters.
constexpr std::array<GuardedField, 8> kGuarded = {{{"from", ':', 64},
                                                   {"sender", ':', 64},
                                                   {"reply-to", ':', 64},
                                                   {"to", ':', 64},
                                                   {"cc", ':', 64},
                                                   {"bcc", ':', 64},
                                                   {"content-type", ';', 128},
                                                   {"content-disposition", ';', 128}}};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Does the line begin with this name and a colon? Blanks may stand between them, as they did in RFC
// 822.
bool has_name(std::string_view line, std::string_view name) {
  if (line.size() <= name.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (base::to_ascii_lower(line[i]) != name[i]) return false;
  }
  line.remove_prefix(name.size());
  const size_t colon = line.find_first_not_of(" \t");
  return colon != std::string_view::npos && line[colon] == ':';
}

// The first letters of those names, by byte.
constexpr std::array<bool, 256> first_letters() {
  std::array<bool, 256> letters = {};
  for (const GuardedField& field : kGuarded) {
    letters[static_cast<unsigned char>(field.name[0])] = true;
    letters[static_cast<unsigned char>(field.name[0]) & ~0x20u] = true;
  }
  return letters;
}

const GuardedField* guarded_field(std::string_view line) {
  static constexpr std::array<bool, 256> kFirst = first_letters();
  if (line.empty() || !kFirst[static_cast<unsigned char>(line[0])]) return nullptr;
  const auto* const found =
      std::find_if(kGuarded.begin(), kGuarded.end(),
                   [line](const GuardedField& field) { return has_name(line, field.name); });
  return found == kGuarded.end() ? nullptr : found;
}

// The end of the field whose first line is at `begin`: of that line and those that continue it (RFC
// 5322, section 2.2.3).
size_t end_of_field(std::string_view message, size_t begin, LineEnds ends) {
  size_t at = next_line(message, begin, ends);
  while (at < message.size() && is_blank(message[at])) at = next_line(message, at, ends);
  return at;
}

// The bytes of [begin, end) behind the last mark that is allowed, line by line: line ends stay.
void cut_field(std::string_view message, size_t begin, size_t end, LineEnds ends,
               const GuardedField& field, std::vector<Range>& ranges) {
  size_t marks = 0;
  size_t at = message.find(':', begin) + 1;
  while (at < end && marks <= field.limit) {
    if (message[at] == field.mark) ++marks;
    ++at;
  }
  if (marks <= field.limit) return;
  for (--at; at < end;) {
    const size_t next = std::min(next_line(message, at, ends), end);
    size_t stop = next;
    while (stop > at && (message[stop - 1] == '\n' || message[stop - 1] == '\r')) --stop;
    if (stop > at) ranges.push_back({at, stop});
    at = next;
  }
}

}  // namespace

std::vector<Range> harmful_ranges(std::string_view message, LineEnds ends) {
  std::vector<Range> ranges;
  for (size_t at = 0; at < message.size();) {
    const GuardedField* const field = guarded_field(message.substr(at));
    if (field == nullptr) {
      at = next_line(message, at, ends);
      continue;
    }
    const size_t end = end_of_field(message, at, ends);
    cut_field(message, at, end, ends, *field, ranges);
    at = end;
  }
  return ranges;
}

}  // namespace linkspan::mail
