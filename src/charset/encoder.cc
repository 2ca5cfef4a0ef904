// SPDX-License-Identifier: Apache-2.0
// See encoder.h.
#include "charset/encoder.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "charset/decoder.h"
#include "charset/multi_byte.h"

namespace linkspan::charset {
namespace {

// A character, and its bytes as a number: 0x93FA for 93 FA.
using Row = std::pair<char32_t, uint32_t>;

enum class Family : uint8_t { single_byte, pairs, gb18030, iso_2022_jp };

}  // namespace

struct EncoderTable {
  Family family;
  std::vector<Row> rows;  // in the order of the characters, each once
};

namespace {

struct ByteRange {
  int first;
  int last;
};

// The charsets of browsers besides UTF-8. `leads`: the first of two bytes, without `skipped`.
struct WebCharset {
  std::string_view name;
  Family family;
  std::string_view decoder;  // the charset whose table is turned around
  ByteRange leads = {0, -1};
  ByteRange skipped = {0, -1};
};

constexpr WebCharset kPairs[] = {
    // The IBM characters that NEC selected (pointers 8272 to 8835) are also from FA 40 on.
    {"Shift_JIS", Family::pairs, "Shift_JIS", {0x81, 0xFC}, {0xED, 0xEE}},
    {"EUC-JP", Family::pairs, "EUC-JP", {0xA1, 0xFE}},
    {"ISO-2022-JP", Family::iso_2022_jp, "EUC-JP", {0xA1, 0xFE}},
    {"EUC-KR", Family::pairs, "EUC-KR", {0x81, 0xFE}},
    {"Big5", Family::pairs, "Big5", {0xA1, 0xFE}},  // without the Hong Kong set before A1
    {"Big5-HKSCS", Family::pairs, "Big5", {0xA1, 0xFE}},
    {"GBK", Family::pairs, "GBK", {0x81, 0xFE}},
    {"GB18030", Family::gb18030, "GB18030", {0x81, 0xFE}},
};

constexpr std::string_view kSingleByte[] = {
    "windows-874",  "windows-1250", "windows-1251",   "windows-1252",  "windows-1253",
    "windows-1254", "windows-1255", "windows-1256",   "windows-1257",  "windows-1258",
    "ISO-8859-2",   "ISO-8859-3",   "ISO-8859-4",     "ISO-8859-5",    "ISO-8859-6",
    "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-10",    "ISO-8859-13",   "ISO-8859-14",
    "ISO-8859-15",  "ISO-8859-16",  "KOI8-R",         "KOI8-U",        "KOI8-RU",
    "IBM866",       "macintosh",    "x-mac-cyrillic", "x-user-defined"};

// Characters whose bytes are not the first ones that are decoded to them.
struct Exception {
  std::string_view charset;
  Row row;
};
constexpr Exception kExceptions[] = {
    {"Shift_JIS", {0xA5, 0x5C}},
    {"Shift_JIS", {0x203E, 0x7E}},
    {"Shift_JIS", {0x2212, 0x817C}},
    {"EUC-JP", {0xA5, 0x5C}},
    {"EUC-JP", {0x203E, 0x7E}},
    {"EUC-JP", {0x2212, 0xA1DD}},
    // The last of several.
    {"Big5", {0x2550, 0xF9F9}},
    {"Big5", {0x255E, 0xF9E9}},
    {"Big5", {0x2561, 0xF9EB}},
    {"Big5", {0x256A, 0xF9EA}},
    {"Big5", {0x5341, 0xA451}},
    {"Big5", {0x5345, 0xA4CA}},
    // Private use in ICU's tables.
    {"Big5", {0x4EDD, 0xC6DF}},
    {"Big5", {0x5605, 0xFB48}},
    {"Big5", {0x5ED0, 0xFBF9}},
    {"Big5", {0x5EF4, 0xC6CF}},
    {"Big5", {0x60A4, 0xFC6C}},
    {"Big5", {0x65E0, 0xC6D3}},
    {"Big5", {0x732A, 0xFE52}},
    {"Big5", {0x7676, 0xC6D5}},
    {"Big5", {0x96B6, 0xC6D7}},
    {"Big5", {0xFFED, 0xF9FE}},
};

std::optional<WebCharset> web_charset(std::string_view name) {
  const auto* const pairs = std::find_if(std::begin(kPairs), std::end(kPairs),
                                         [&](const WebCharset& each) { return each.name == name; });
  if (pairs != std::end(kPairs)) return *pairs;
  if (std::find(std::begin(kSingleByte), std::end(kSingleByte), name) == std::end(kSingleByte)) {
    return std::nullopt;
  }
  return WebCharset{name, Family::single_byte, name};
}

// Collects sequences, a line each, and decodes them all at once.
class SequenceLines {
 public:
  void add(uint32_t bytes) {
    numbers_.push_back(bytes);
    for (int shift = 24; shift >= 0; shift -= 8) {
      if (bytes >> shift != 0) lines_ += static_cast<char>(bytes >> shift & 0xFF);
    }
    lines_ += '\n';
  }

  // A row for each sequence that is one character.
  void append_rows(const Charset& charset, std::vector<Row>& rows) const {
    Decoder decoder(charset);
    const std::string text(decoder.decode(lines_));
    std::string_view rest = text;
    for (const uint32_t number : numbers_) {
      const size_t end = rest.find('\n');
      const auto* const at = reinterpret_cast<const uint8_t*>(rest.data());
      const base::CodePoint found = base::decode(at, at + end, base::Text::complete);
      if (found.length == end && found.value != kReplacement)
        rows.emplace_back(found.value, number);
      rest.remove_prefix(end + 1);
    }
  }

 private:
  std::vector<uint32_t> numbers_;
  std::string lines_;
};

bool contains(ByteRange range, int byte) { return byte >= range.first && byte <= range.last; }

SequenceLines sequences_of(const WebCharset& web) {
  SequenceLines sequences;
  if (web.family == Family::single_byte || web.family == Family::pairs) {
    for (uint32_t byte = 0x80; byte <= 0xFF; ++byte) sequences.add(byte);
  }
  for (int lead = web.leads.first; lead <= web.leads.last; ++lead) {
    if (contains(web.skipped, lead)) continue;
    for (uint32_t trail = 0x40; trail <= 0xFE; ++trail) {
      sequences.add(static_cast<uint32_t>(lead) << 8 | trail);
    }
  }
  if (web.family == Family::gb18030) {
    for (size_t i = 0; i < kBasicPlaneSequences; ++i) sequences.add(four_bytes_at(i));
  }
  return sequences;
}

// From U+FF61 on.
constexpr std::u16string_view kFullWidthKatakana =
    u"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホ"
    u"マミ"
    u"ムメモヤユヨラリルレロワン゛゜";
constexpr char32_t kFirstHalfWidth = 0xFF61;

// Decoders of browsers know the characters that users of these charsets defined, their encoders do
// not.
bool is_private_use(const Row& row) { return row.first >= 0xE000 && row.first < 0xF900; }

std::shared_ptr<const EncoderTable> make_table(const WebCharset& web) {
  const Result<Charset> charset = find(web.decoder);
  if (!charset) return nullptr;
  auto table = std::make_shared<EncoderTable>(EncoderTable{web.family, {}});
  std::vector<Row>& rows = table->rows;
  for (const Exception& exception : kExceptions) {
    if (exception.charset == web.decoder) rows.push_back(exception.row);
  }
  if (web.decoder == "EUC-JP") {
    for (uint32_t i = 0; i < kFullWidthKatakana.size(); ++i) {
      rows.emplace_back(kFirstHalfWidth + i, 0x8EA1 + i);
    }
  }
  sequences_of(web).append_rows(*charset, rows);
  if (web.family == Family::pairs && web.name != "GBK") {
    rows.erase(std::remove_if(rows.begin(), rows.end(), is_private_use), rows.end());
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& left, const Row& right) { return left.first < right.first; });
  const auto is_same = [](const Row& left, const Row& right) { return left.first == right.first; };
  rows.erase(std::unique(rows.begin(), rows.end(), is_same), rows.end());
  rows.shrink_to_fit();
  return table;
}

void append_bytes(std::string& out, uint32_t bytes) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (bytes >> shift != 0) out += static_cast<char>(bytes >> shift & 0xFF);
  }
}

constexpr char32_t kYen = 0xA5;
constexpr char32_t kOverline = 0x203E;

}  // namespace

std::optional<Encoder> Encoder::of(const Charset& charset) {
  static std::mutex mutex;
  static std::map<std::string_view, std::shared_ptr<const EncoderTable>> tables;
  const std::optional<WebCharset> web = web_charset(charset.name());
  if (!web) return std::nullopt;
  const std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<const EncoderTable>& table = tables[web->name];
  if (table == nullptr) table = make_table(*web);
  if (table == nullptr) return std::nullopt;
  return Encoder(table);
}

bool Encoder::append(char32_t c, std::string& bytes) {
  if (table_->family == Family::iso_2022_jp) return append_iso_2022_jp(c, bytes);
  if (c >= 0x80) return append_to_table(c, bytes);
  bytes += static_cast<char>(c);
  return true;
}

bool Encoder::append_to_table(char32_t c, std::string& bytes) const {
  const std::vector<Row>& rows = table_->rows;
  const auto found = std::lower_bound(rows.begin(), rows.end(), Row{c, 0});
  if (found != rows.end() && found->first == c) {
    append_bytes(bytes, found->second);
    return true;
  }
  if (table_->family != Family::gb18030 || c < 0x10000) return false;
  append_bytes(bytes, four_bytes_at(kSupplementarySequences + (c - 0x10000)));
  return true;
}

void Encoder::shift_to(Set set, std::string& bytes) {
  if (set_ == set) return;
  set_ = set;
  bytes += set == Set::ascii ? "\x1B(B" : set == Set::roman ? "\x1B(J" : "\x1B$B";
}

// Section 12.2.2. Roman has ASCII but for the backslash and the tilde.
bool Encoder::append_iso_2022_jp(char32_t c, std::string& bytes) {
  const bool is_shift = c == 0x0E || c == 0x0F || c == 0x1B;
  if (c == kYen || c == kOverline) {
    shift_to(Set::roman, bytes);
    bytes += c == kYen ? '\\' : '~';
    return true;
  }
  if (c < 0x80 && !is_shift) {
    if (set_ != Set::roman || c == '\\' || c == '~') shift_to(Set::ascii, bytes);
    bytes += static_cast<char>(c);
    return true;
  }
  if (c >= kFirstHalfWidth && c - kFirstHalfWidth < kFullWidthKatakana.size()) {
    c = kFullWidthKatakana[c - kFirstHalfWidth];
  }
  std::string pair;
  if (!is_shift && append_to_table(c, pair) && pair.size() == 2) {
    shift_to(Set::jis, bytes);
    for (const char byte : pair) bytes += static_cast<char>(byte & 0x7F);
    return true;
  }
  if (set_ == Set::jis) shift_to(Set::ascii, bytes);
  return false;
}

void Encoder::finish(std::string& bytes) { shift_to(Set::ascii, bytes); }

}  // namespace linkspan::charset
