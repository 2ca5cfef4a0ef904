// SPDX-License-Identifier: Apache-2.0
// Telephone numbers, as people write them, by the numbering plans of libphonenumber.
//
//   +49 (0)89 / 12 34 56    tel:+4989123456          0171 1234567, with region DE tel:+491711234567
//   (201) 555-0123, with region US, 00 33 1 …        Tel.: 912345678, with region ES
//
//   2026-11-28 10:00, 192.168.1.1, DE89 3704 0044, 1 234 567 EUR, 48.1371 and 3-16-148410-0 are
//   not.
//
// A candidate is a run of groups of digits with one separator between two of them. For each group
// that it may end with, the longest first, its digits are read as a number of E.164 and as a number
// in each of the regions (read_number). The plan decides whether that number exists, and what is
// around the candidate and between its groups whether a reader would take it for one
// (Leniency::grouped): most of the work is in what is not a number.
//
// A candidate has at most kMostGroupsOfDigits groups, so that the time is linear in the text.
// Data: src/rules/phone_regions.inc, by tools/unigen. Guarded by tests/render/places_test.cc.
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "rules/recognizer.h"
#include "unicode/properties.h"

namespace linkspan::rules {
namespace {

// ---- Numbering plans ----

enum class Prefix : uint8_t { optional, needed };

// How numbers that begin with `leading` are grouped.
struct Format {
  const char* leading;  // a pattern of the first digits; empty: all
  const char* pattern;  // of all digits, a group for each group
  Prefix prefix;        // of calls within the country
};

struct Region {
  const char* name;       // of ISO 3166-1; 001 for no region
  uint32_t code;          // of the country
  const char* idd;        // before calls to other countries
  const char* prefix;     // a pattern of what is before calls within the country
  const char* transform;  // what replaces it, with $1
  uint32_t lengths;       // bit n: numbers may have n digits
  const char* valid;      // a pattern of the numbers that are in use
  size_t formats_begin, formats_end;
};

#include "rules/phone_regions.inc"

constexpr size_t kMostDigits = 15;  // of E.164
constexpr size_t kMostGroupsOfDigits = 12;

// Patterns that are compiled when they are first needed, by any thread.
class Patterns {
 public:
  const re2::RE2& of(const char* pattern) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<re2::RE2>& made = made_[pattern];
    if (!made) made = std::make_unique<re2::RE2>(pattern, re2::RE2::Quiet);
    return *made;
  }

 private:
  std::mutex mutex_;
  std::map<const char*, std::unique_ptr<re2::RE2>> made_;  // by their addresses
};

bool matches(std::string_view digits, const char* pattern, re2::RE2::Anchor anchor) {
  static Patterns patterns;
  return patterns.of(pattern).Match({digits.data(), digits.size()}, 0, digits.size(), anchor,
                                    nullptr, 0);
}

bool has_length(const Region& region, size_t digits) {
  return digits < 32 && (region.lengths >> digits & 1) != 0;
}

// The regions with a code, which are together.
struct Regions {
  const Region* begin = nullptr;
  const Region* end = nullptr;
  bool empty() const { return begin == end; }
};

Regions regions_with(uint32_t code) {
  const auto has_code = [code](const Region& region) { return region.code == code; };
  const Region* const begin = std::find_if(std::begin(kRegions), std::end(kRegions), has_code);
  return {begin, std::find_if_not(begin, std::end(kRegions), has_code)};
}

// Codes are prefix-free, of one to three digits.
struct Coded {
  Regions regions;
  size_t code_size = 0;
};
Coded regions_of(std::string_view digits) {
  uint32_t code = 0;
  for (size_t size = 1; size <= std::min<size_t>(3, digits.size()); ++size) {
    code = code * 10 + static_cast<uint32_t>(digits[size - 1] - '0');
    if (code == 0) return {};
    if (const Regions regions = regions_with(code); !regions.empty()) return {regions, size};
  }
  return {};
}

// ---- Numbers ----

// What the digits of a candidate mean.
struct Number {
  const Region* region = nullptr;
  std::string national;   // the digits after the code
  size_t first = 0;       // where they begin in the digits of the candidate
  bool has_code = false;  // the code of the country is written
  bool has_prefix = false;
};

bool exists(const Regions& regions, std::string_view national, Leniency leniency) {
  return std::any_of(regions.begin, regions.end, [&](const Region& region) {
    return has_length(region, national.size()) &&
           (leniency == Leniency::possible ||
            matches(national, region.valid, re2::RE2::ANCHOR_BOTH));
  });
}

// The number without the prefix of calls within the country, as that region writes it.
std::optional<std::string> without_prefix(const Region& region, std::string_view digits,
                                          size_t& removed) {
  if (region.prefix[0] == '\0') return std::nullopt;
  static Patterns patterns;
  std::array<re2::StringPiece, 3> groups;
  const re2::RE2& pattern = patterns.of(region.prefix);
  const int count = std::min(pattern.NumberOfCapturingGroups() + 1, 3);
  if (!pattern.Match({digits.data(), digits.size()}, 0, digits.size(), re2::RE2::ANCHOR_START,
                     groups.data(), count) ||
      groups[0].empty()) {
    return std::nullopt;
  }
  removed = groups[0].size();
  std::string national;
  const re2::StringPiece last = groups[static_cast<size_t>(count - 1)];
  if (region.transform[0] != '\0' && count > 1 && last.data() != nullptr) {
    for (const char* at = region.transform; *at != '\0'; ++at) {
      if (*at == '$') {
        national += std::string(groups[static_cast<size_t>(*++at - '0')]);
      } else {
        national += *at;
      }
    }
  }
  return national + std::string(digits.substr(removed));
}

std::optional<Number> read_national(const Region& region, std::string_view digits,
                                    Leniency leniency) {
  const Regions regions = regions_with(region.code);
  size_t removed = 0;
  const auto shorter = without_prefix(region, digits, removed);
  if (shorter && exists(regions, *shorter, leniency)) {
    return Number{&region, *shorter, removed, false, true};
  }
  if (!exists(regions, digits, leniency)) return std::nullopt;
  return Number{&region, std::string(digits), 0, false, false};
}

// `digits` begins with the code of a country.
std::optional<Number> read_international(std::string_view digits, Leniency leniency) {
  const Coded coded = regions_of(digits);
  if (coded.regions.empty()) return std::nullopt;
  const std::string_view national = digits.substr(coded.code_size);
  if (exists(coded.regions, national, leniency)) {
    return Number{coded.regions.begin, std::string(national), coded.code_size, true, false};
  }
  size_t removed = 0;
  const auto shorter = without_prefix(*coded.regions.begin, national, removed);
  if (!shorter || !exists(coded.regions, *shorter, leniency)) return std::nullopt;
  return Number{coded.regions.begin, *shorter, coded.code_size + removed, true, true};
}

// ---- Candidates ----

bool is_digit(char c) { return base::is_ascii_digit(static_cast<uint8_t>(c)); }
bool is_ascii_word(char c) {
  return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '_';
}
bool is_word(char c) { return is_ascii_word(c) || (c & 0x80) != 0; }

// Non-ASCII separators: spaces and hyphens.
constexpr std::string_view kWideSeparators[] = {"\u00A0", "\u2009", "\u202F", "\u2010",
                                                "\u2011", "\u2012", "\u2013"};

struct Group {
  size_t begin, end;  // in the text
  size_t digits_before;
};

// A run of groups of digits.
struct Candidate {
  size_t begin = 0;  // with `+` or `(`
  bool has_plus = false;
  std::vector<Group> groups;
  std::string digits;

  // The separator before a group.
  std::string_view before(std::string_view text, size_t group) const {
    return text.substr(groups[group - 1].end, groups[group].begin - groups[group - 1].end);
  }
};

// The size of a separator that begins at `at`: ` `, `-`, `.`, `/`, ` - `, ` / `, `) `, ` (`; 0:
// none.
size_t separator_size(std::string_view text, size_t at, size_t limit) {
  size_t end = at;
  int spaces = 0, marks = 0, brackets = 0;
  while (end < limit && !is_digit(text[end])) {
    const char c = text[end];
    if (c == ' ') {
      if (++spaces > 2) return 0;
      ++end;
    } else if (c == '-' || c == '.' || c == '/') {
      if (++marks > 1) return 0;
      ++end;
    } else if (c == '(' || c == ')') {
      if (++brackets > 2) return 0;
      ++end;
    } else {
      const std::string_view rest = text.substr(end, limit - end);
      const auto* const wide =
          std::find_if(std::begin(kWideSeparators), std::end(kWideSeparators),
                       [rest](std::string_view separator) { return rest.starts_with(separator); });
      if (wide == std::end(kWideSeparators)) return 0;
      (wide < std::begin(kWideSeparators) + 3 ? spaces : marks) += 1;
      if (spaces > 2 || marks > 1) return 0;
      end += wide->size();
    }
  }
  return end < limit ? end - at : 0;
}

// Words after which a number is that of a telephone, by how they begin, in lower case. A label ends
// with these letters and what makes one word of them: Telefon, Telefax, Mobiltelefon, телефон.
constexpr std::string_view kLabels[] = {
    "tel", "tél",  "phone", "fon",  "fax",  "mob",   "móv",   "cel",  "call",    "handy", "sms",
    "ruf", "dial", "tlf",   "tfn",  "tfno", "whats", "voice", "gsm",  "hotline", "port",  "ring",
    "тел", "моб",  "факс",  "电话", "電話", "手机",  "传真",  "전화", "फ़ोन",     "फोन",   "τηλ",
};

class PhoneSearch {
 public:
  PhoneSearch(const Window& window, const PhoneNumbers& options,
              const std::vector<const Region*>& regions)
      : text_(window.text),
        begin_(window.begin),
        end_(window.end),
        limit_(window.limit),
        options_(options),
        regions_(regions) {}

  std::optional<Found> next() {
    for (size_t at = begin_; at < end_;) {
      const char c = text_[at];
      const bool starts = is_digit(c) || ((c == '+' || c == '(') && at + 1 < limit_);
      if (!starts || (at > begin_ && is_digit(c) && is_ascii_word(text_[at - 1]))) {
        ++at;
        continue;
      }
      const size_t next = read_candidate(at);
      if (!candidate_.groups.empty() && may_begin(at)) {
        if (const auto found = longest()) return found;
      }
      at = std::max(next, at + 1);
    }
    return std::nullopt;
  }

 private:
  // Reads the candidate that begins here. Returns where the next one may begin.
  size_t read_candidate(size_t at) {
    candidate_.begin = at;
    candidate_.groups.clear();
    candidate_.digits.clear();
    candidate_.has_plus = false;
    if (text_[at] == '(') ++at;
    if (at < limit_ && text_[at] == '+') {
      candidate_.has_plus = true;
      ++at;
      if (at < limit_ && text_[at] == '(') ++at;
    }
    while (at < limit_ && is_digit(text_[at])) {
      const size_t from = at;
      while (at < limit_ && is_digit(text_[at])) ++at;
      if (candidate_.groups.size() < kMostGroupsOfDigits) {
        candidate_.groups.push_back({from, at, candidate_.digits.size()});
        candidate_.digits.append(text_.substr(from, std::min(at - from, kMostDigits + 8)));
      }
      const size_t size = separator_size(text_, at, limit_);
      if (size == 0 || candidate_.groups.size() == kMostGroupsOfDigits) break;
      at += size;
    }
    return at;
  }

  // Could a number begin there, by what is before it?
  bool may_begin(size_t at) const {
    if (at == 0) return true;
    const char before = text_[at - 1];
    constexpr std::string_view kNever = "#$=%/\\.-+&?@_*^~";
    return !is_word_before(at) && kNever.find(before) == kNever.npos;
  }

  bool is_word_before(size_t at) const {
    if (at == 0) return false;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text_.data());
    const base::CodePoint c = base::decode_before(bytes, bytes + at);
    if (c.length == 0 || c.value == base::kIllFormed) return false;
    const unicode::Properties properties = unicode::properties(c.value);
    if (properties.is_east_asian_wide()) return false;  // 电话010
    constexpr char32_t kCurrencies[] = {U'£', U'¥', U'€', U'№', U'₹', U'₽'};
    return properties.is_letter() || properties.is_digit() || properties.is_mark() ||
           std::find(std::begin(kCurrencies), std::end(kCurrencies), c.value) !=
               std::end(kCurrencies);
  }

  // Could it end there, by what is after it?
  bool may_end(size_t at) const {
    const std::string_view after = text_.substr(at, std::min<size_t>(limit_ - at, 8));
    if (after.empty()) return true;
    const char c = after[0];
    if (base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '_') return false;
    constexpr std::string_view kNever = "%@=+*#&\\";
    if (kNever.find(c) != kNever.npos) return false;
    if (after.size() > 1 && is_word(after[1]) && (c == '-' || c == ':' || c == '.' || c == ',')) {
      return (after[1] & 0x80) != 0;
    }
    return !after.starts_with("°") && !after.starts_with("€") && !after.starts_with("£");
  }

  std::optional<Found> longest() {
    for (size_t count = candidate_.groups.size(); count > 0; --count) {
      const size_t end = end_of(count);
      if (end == 0) continue;
      if (const auto number = read_number(count)) {
        if (options_.leniency != Leniency::grouped || looks_like_one(*number, count)) {
          return found(*number, end);
        }
      }
      if (!may_stop_before(count - 1)) return std::nullopt;
    }
    return std::nullopt;
  }

  // Where a number of so many groups ends; 0: not there.
  size_t end_of(size_t count) const {
    size_t end = candidate_.groups[count - 1].end;
    const auto open = std::count(text_.begin() + static_cast<ptrdiff_t>(candidate_.begin),
                                 text_.begin() + static_cast<ptrdiff_t>(end), '(');
    const auto close = std::count(text_.begin() + static_cast<ptrdiff_t>(candidate_.begin),
                                  text_.begin() + static_cast<ptrdiff_t>(end), ')');
    if (open > close && end < limit_ && text_[end] == ')' && text_[candidate_.begin] != '(') ++end;
    return count < candidate_.groups.size() || may_end(end) ? end : 0;
  }

  // A number may end before a group after a wide separator: `030 123456 / 030 123457`, `… 2026`.
  bool may_stop_before(size_t group) const {
    if (group == 0) return false;
    const std::string_view separator = candidate_.before(text_, group);
    return separator.size() > 1 || separator == " " || separator == "/";
  }

  std::optional<Number> read_number(size_t count) const {
    const Group& last = candidate_.groups[count - 1];
    const std::string_view digits =
        std::string_view(candidate_.digits).substr(0, last.digits_before + last.end - last.begin);
    if (digits.size() > kMostDigits + 5) return std::nullopt;
    if (candidate_.has_plus) return read_international(digits, options_.leniency);
    for (const Region* const region : regions_) {
      const std::string_view idd = region->idd;
      if (!idd.empty() && digits.starts_with(idd)) {
        auto number = read_international(digits.substr(idd.size()), options_.leniency);
        if (number) {
          number->first += idd.size();
          return number;
        }
      }
      if (auto number = read_national(*region, digits, options_.leniency)) return number;
    }
    return std::nullopt;
  }

  Found found(const Number& number, size_t end) const {
    uint64_t e164 = number.region->code;
    for (const char c : number.national) e164 = e164 * 10 + static_cast<uint64_t>(c - '0');
    size_t begin = candidate_.begin;
    if (text_[begin] == '(' &&
        text_.substr(begin, end - begin).find(')') == std::string_view::npos) {
      ++begin;
    }
    Found made{begin, end - begin};
    made.number = e164;
    return made;
  }

  // ---- Leniency::grouped ----

  bool looks_like_one(const Number& number, size_t count) const {
    if (has_other_shape(count)) return false;
    if (number.has_code) return true;
    if (is_labelled()) return true;
    if (is_named_otherwise(count)) return false;
    return is_grouped(number, count);
  }

  size_t size_of(size_t group) const {
    return candidate_.groups[group].end - candidate_.groups[group].begin;
  }

  // Dates, addresses of IPv4, decimal fractions, and pages with a year: 384-853 (2018).
  bool has_other_shape(size_t count) const {
    if (candidate_.has_plus) return false;
    for (size_t i = 1; i < count; ++i) {
      const bool opens = candidate_.before(text_, i).find('(') != std::string_view::npos;
      if (opens && (i > 1 || size_of(0) > 3)) return true;
    }
    if (count == 2 && size_of(0) == 1 && candidate_.before(text_, 1) == ".") return true;
    if (count == 3) {
      const std::string_view first = candidate_.before(text_, 1),
                             second = candidate_.before(text_, 2);
      const bool is_same = first == second && (first == "-" || first == "." || first == "/");
      const size_t a = size_of(0), b = size_of(1), c = size_of(2);
      if (is_same && b <= 2 && ((a == 4 && c <= 2) || (a <= 2 && (c == 4 || c == 2)))) return true;
    }
    if (candidate_.groups.size() == 4 && count == 4 && candidate_.before(text_, 1) == "." &&
        candidate_.before(text_, 2) == "." && candidate_.before(text_, 3) == ".") {
      return size_of(0) <= 3 && size_of(1) <= 3 && size_of(2) <= 3 && size_of(3) <= 3;
    }
    return false;
  }

  // The word before the candidate, in lower case, without what is between them.
  std::string word_before() const {
    constexpr std::string_view kBetween = " :.\t(";
    size_t end = candidate_.begin;
    while (end > 0 && candidate_.begin - end < 4 &&
           kBetween.find(text_[end - 1]) != kBetween.npos) {
      --end;
    }
    size_t begin = end;
    while (begin > 0 && end - begin < 24 && is_word(text_[begin - 1])) --begin;
    return base::to_ascii_lower(text_.substr(begin, end - begin));
  }

  bool is_labelled() const {
    const std::string word = word_before();
    return std::any_of(std::begin(kLabels), std::end(kLabels), [&word](std::string_view label) {
      return word.starts_with(label) || (label.size() > 2 && word.find(label) != word.npos);
    });
  }

  // Is there another name before it, or a unit after it? `Order: 0123…`, `DE89 3704`, `12 345 kg`
  bool is_named_otherwise(size_t count) const {
    const std::string word = word_before();
    const bool ends_sentence = candidate_.begin > 1 && text_[candidate_.begin - 2] == '.';
    if (!ends_sentence && std::any_of(word.begin(), word.end(), is_digit)) return true;
    size_t end = candidate_.groups[count - 1].end;
    if (count < candidate_.groups.size()) return true;
    while (end < limit_ && text_[end] == ' ' && end < candidate_.groups[count - 1].end + 2) ++end;
    const std::string_view after = text_.substr(end, std::min<size_t>(4, limit_ - end));
    constexpr std::string_view kUnits[] = {"€", "$", "£", "¥", "%", "°", "EUR", "USD", "kg", "km"};
    return std::any_of(std::begin(kUnits), std::end(kUnits),
                       [after](std::string_view unit) { return after.starts_with(unit); });
  }

  // Are the groups those of the plan, as far as people keep to it? The first group is: the rest may
  // be grouped in any way by twos or more.
  bool is_grouped(const Number& number, size_t count) const {
    std::vector<size_t> bounds;  // in the national number
    size_t smallest = kMostDigits;
    for (size_t i = 1; i < count; ++i) {
      const size_t at = candidate_.groups[i].digits_before;
      if (at > number.first) bounds.push_back(at - number.first);
      smallest = std::min(smallest, size_of(i));
    }
    for (size_t i = number.region->formats_begin; i < number.region->formats_end; ++i) {
      const Format& format = kFormats[i];
      if (!matches(number.national, format.leading, re2::RE2::ANCHOR_START)) continue;
      if (!matches(number.national, format.pattern, re2::RE2::ANCHOR_BOTH)) continue;
      if (format.prefix == Prefix::needed && !number.has_prefix) return false;
      if (bounds.empty()) return number.has_prefix && number.national.size() >= 9;
      return has_groups(format, number.national, bounds) || (number.has_prefix && smallest >= 2) ||
             (has_one_separator(count) && smallest >= 2 &&
              has_groups(format, number.national, {bounds.front()}));
    }
    return number.has_prefix && !bounds.empty() && smallest >= 2;
  }

  // A space or a hyphen, the same between all of three groups or more. Full stops may be those of
  // thousands.
  bool has_one_separator(size_t count) const {
    if (count < 3) return false;
    const std::string_view first = candidate_.before(text_, 1);
    for (size_t i = 2; i < count; ++i) {
      if (candidate_.before(text_, i) != first) return false;
    }
    return first == " " || first == "-";
  }

  static bool has_groups(const Format& format, const std::string& national,
                         const std::vector<size_t>& bounds) {
    static Patterns patterns;
    std::array<re2::StringPiece, 8> groups;
    const re2::RE2& pattern = patterns.of(format.pattern);
    const int count = std::min(pattern.NumberOfCapturingGroups() + 1, 8);
    if (!pattern.Match(national, 0, national.size(), re2::RE2::ANCHOR_BOTH, groups.data(), count)) {
      return false;
    }
    return std::all_of(bounds.begin(), bounds.end(), [&](size_t bound) {
      return std::any_of(groups.begin() + 1, groups.begin() + count, [&](re2::StringPiece group) {
        return static_cast<size_t>(group.data() - national.data()) == bound;
      });
    });
  }

  const std::string_view text_;
  const size_t begin_, end_, limit_;
  const PhoneNumbers& options_;
  const std::vector<const Region*>& regions_;
  Candidate candidate_;
};

class Phones final : public Recognizer {
 public:
  Phones(PhoneNumbers options, std::vector<const Region*> regions)
      : options_(std::move(options)), regions_(std::move(regions)) {}

  Wins wins() const override { return Wins::never; }

  std::optional<Found> next(const Window& window) const override {
    return PhoneSearch(window, options_, regions_).next();
  }

  void describe(std::string_view /*text*/, const Found& found, RuleLink& link) const override {
    link.span.kind = Kind::phone;
    link.rule = "phones";
    link.uri = "tel:+" + std::to_string(found.number);
  }

 private:
  PhoneNumbers options_;
  std::vector<const Region*> regions_;
};

}  // namespace

Result<std::unique_ptr<Recognizer>> phones_recognizer(const PhoneNumbers& options) {
  std::vector<const Region*> regions;
  for (size_t i = 0; i < options.regions.size(); ++i) {
    const std::string_view name = options.regions[i];
    const Region* const found =
        std::find_if(std::begin(kRegions), std::end(kRegions),
                     [name](const Region& region) { return name == region.name; });
    if (found == std::end(kRegions) || name == "001") {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + std::string(name) +
                       "' is not a region with telephone numbers; a region is a code of ISO 3166-1 "
                       "such as DE or US"};
    }
    regions.push_back(found);
  }
  return std::unique_ptr<Recognizer>(std::make_unique<Phones>(options, std::move(regions)));
}

}  // namespace linkspan::rules
