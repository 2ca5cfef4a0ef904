// SPDX-License-Identifier: Apache-2.0
// The checks of detect() (charset.h), in order.
#include "charset/detect.h"

#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "charset/decoder.h"
#include "charset/sequences.h"
#include "charset/signs.h"
#include "charset/utf8_evidence.h"
#include "linkspan/charset.h"

namespace linkspan::charset {
namespace {

// The confidence of each check; the detector reports its own.
constexpr int kCertain = 100;
constexpr int kNearlyCertain = 95;
constexpr int kProbable = 80;

// The minimum confidence of the detector, and that for Chinese, Japanese and Korean; short Arabic
// text reaches 44.
constexpr int kLeastConfidence = 10;
constexpr int kSureOfMultiByte = 50;

// A single zero byte in a short text is a mistake of a program.
constexpr size_t kFewestZeros = 2;

// In text with escape sequences, one in so many bytes of the UTF-8 may be ill-formed.
constexpr uint64_t kMostIllFormed = 16;

// UTF-8, which needs no table, if the data of ICU lacks the charset.
Charset charset_of(std::string_view label) {
  Result<Charset> found = find(label);
  return found ? found.value() : find("UTF-8").value();
}

Guess guess(std::string_view label, int confidence, GuessedBy by) {
  return {charset_of(label), confidence, by};
}

std::optional<Guess> by_byte_order_mark(std::string_view bytes) {
  for (const Sign& mark : kByteOrderMarks) {
    if (bytes.starts_with(mark.bytes)) {
      return guess(mark.charset, kCertain, GuessedBy::byte_order_mark);
    }
  }
  return std::nullopt;
}

bool has(std::string_view bytes, std::string_view part) {
  return bytes.find(part) != std::string_view::npos;
}

// The result of decoding the text in a charset: how much of it is ill-formed, how much is not
// ASCII.
struct Trial {
  uint64_t ill_formed = 0;
  uint64_t not_ascii = 0;
};
Trial read_as(std::string_view label, std::string_view bytes) {
  Decoder decoder(charset_of(label));
  const std::string_view text = decoder.decode(bytes);
  Trial reading;
  reading.ill_formed = decoder.ill_formed();
  reading.not_ascii = static_cast<uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0x80) != 0; }));
  return reading;
}

// Seven-bit text that shifts to other sets. Only sequences that designate another set count
// (terminals also write ESC ( B), and only if the text after them is well-formed. HZ has only `~{`,
// so all of its text must be well-formed.
std::optional<Guess> by_escape_sequence(std::string_view bytes) {
  const bool may_shift = bytes.find(kEscape) != std::string_view::npos || has(bytes, kBeginOfHz);
  if (!may_shift || !is_ascii(bytes)) return std::nullopt;
  for (const Sign& sign : kDesignations) {
    if (!has(bytes, sign.bytes)) continue;
    const Trial reading = read_as(sign.charset, bytes);
    if (reading.ill_formed * kMostIllFormed > reading.not_ascii) continue;
    return guess(sign.charset, kNearlyCertain, GuessedBy::escape_sequence);
  }
  if (!has(bytes, kBeginOfHz) || !has(bytes, kEndOfHz)) return std::nullopt;
  const Trial reading = read_as("HZ", bytes);
  if (reading.ill_formed > 0 || reading.not_ascii == 0) return std::nullopt;
  return guess("HZ", kProbable, GuessedBy::escape_sequence);
}

// The form of Unicode with zero bytes at these places, counted modulo 4. In UTF-32 the highest byte
// of every character is zero, and nearly always the second. In UTF-16 the higher byte of ASCII is,
// and text has at least one in `one_in` bytes of it: spaces and line ends. The lower byte is zero
// in few characters.
std::string_view form_with_zeros(const std::array<size_t, 4>& zeros, size_t size, size_t one_in) {
  const auto outnumbers = [](size_t many, size_t few) { return many > 0 && many >= 4 * few; };
  const size_t quarter = size / 4;
  if (zeros[0] >= quarter && zeros[1] * 2 > quarter && outnumbers(zeros[0], zeros[3])) {
    return "UTF-32BE";
  }
  if (zeros[3] >= quarter && zeros[2] * 2 > quarter && outnumbers(zeros[3], zeros[0])) {
    return "UTF-32LE";
  }
  const size_t even = zeros[0] + zeros[2];
  const size_t odd = zeros[1] + zeros[3];
  if (even + odd < kFewestZeros) return {};
  if (outnumbers(even, odd) && even >= size / one_in) return "UTF-16BE";
  if (outnumbers(odd, even) && odd >= size / one_in) return "UTF-16LE";
  return {};
}

// Text that is ASCII except for zero bytes is UTF-16 only if it has many of them.
std::optional<Guess> by_zero_bytes(std::string_view bytes) {
  if (bytes.find('\0') == std::string_view::npos) return std::nullopt;
  if (has_no_early_zero(bytes)) {
    if (is_ascii(bytes.substr(0, kAsciiStart))) return std::nullopt;
    if (Utf8Evidence().read(bytes) == Utf8Evidence::Verdict::certain) return std::nullopt;
  }
  std::array<size_t, 4> zeros{};
  for (size_t i = 0; i < bytes.size(); ++i) zeros[i % 4] += bytes[i] == 0 ? 1 : 0;
  const size_t one_in = is_ascii(bytes) ? 4 : 32;
  const std::string_view form = form_with_zeros(zeros, bytes.size(), one_in);
  if (form.empty() || read_as(form, bytes).ill_formed > 0) return std::nullopt;
  return guess(form, kNearlyCertain, GuessedBy::zero_bytes);
}

// ASCII is UTF-8, too.
std::optional<Guess> by_being_well_formed(std::string_view bytes, Extent extent) {
  Utf8Evidence evidence;
  if (bytes.size() >= kEarlyBytes && evidence.read(bytes) == Utf8Evidence::Verdict::certain) {
    return certainly_utf8();
  }
  const base::Text text =
      extent == Extent::whole ? base::Text::complete : base::Text::more_may_follow;
  const uint8_t* const end = bytes_of(bytes) + bytes.size();
  const uint8_t* at = bytes_of(bytes) + evidence.well_formed_length();
  while (at != end) {
    at += ascii_length(at, end);
    if (at == end) break;
    const base::CodePoint c = base::decode(at, end, text);
    if (c.value == base::kIllFormed && c.length > 0) return std::nullopt;
    if (c.length == 0) break;
    at += c.length;
  }
  return certainly_utf8();
}

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};

struct DetectorMatch {
  std::string name;
  int confidence = 0;
};

// The detector knows EBCDIC, which does not occur on the Internet, and never excludes UTF-16 and
// UTF-32, which were checked before.
bool is_credible(std::string_view name) {
  return !name.starts_with("IBM42") && !name.starts_with("UTF-16") && !name.starts_with("UTF-32");
}

bool is_multi_byte(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kNames = {"Shift_JIS", "GB18030", "Big5",
                                                             "EUC-JP", "EUC-KR"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// The result of ICU's detector with the highest confidence; confidence 0 if there is none.
DetectorMatch ask_detector(std::string_view bytes) {
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&error));
  ucsdet_setText(detector.get(), bytes.data(), static_cast<int32_t>(bytes.size()), &error);
  int32_t count = 0;
  const UCharsetMatch** const matches = ucsdet_detectAll(detector.get(), &count, &error);
  if (U_FAILURE(error)) return {};
  for (int32_t i = 0; i < count; ++i) {
    const char* const name = ucsdet_getName(matches[i], &error);
    const int32_t confidence = ucsdet_getConfidence(matches[i], &error);
    if (U_SUCCESS(error) && is_credible(name)) return {name, confidence};
  }
  return {};
}

// The words of a text in another script than Latin: runs of letters and bytes from 80 on, with more
// of the latter. Empty if the whole text is Latin. ASCII links and markup, which are frequent in
// mail, would make the detector see a Latin language.
std::string words_of_another_script(std::string_view bytes) {
  std::string words;
  size_t high = 0;
  const auto is_high = [](char c) { return (c & 0x80) != 0; };
  const auto is_letter = [&](char c) {
    return is_high(c) || base::is_ascii_letter(static_cast<uint8_t>(c));
  };
  for (auto at = bytes.begin(); at != bytes.end();) {
    const auto begin = std::find_if(at, bytes.end(), is_letter);
    const auto end = std::find_if_not(begin, bytes.end(), is_letter);
    const auto count = static_cast<size_t>(std::count_if(begin, end, is_high));
    if (count > 0) words.append(begin, end) += ' ';
    high += count;
    at = end;
  }
  return high * 3 > words.size() * 2 ? words : std::string();
}

std::optional<Guess> by_detector(std::string_view bytes) {
  DetectorMatch match = ask_detector(bytes);
  const bool is_sure = is_multi_byte(match.name) && match.confidence >= kSureOfMultiByte;
  if (const std::string words = words_of_another_script(bytes); !is_sure && !words.empty()) {
    DetectorMatch of_words = ask_detector(words);
    if (of_words.confidence >= kLeastConfidence) match = std::move(of_words);
  }
  if (match.confidence < kLeastConfidence) return std::nullopt;
  const Result<Charset> charset = find(match.name);
  if (!charset) return std::nullopt;
  return Guess{charset.value(), match.confidence, GuessedBy::detector};
}

}  // namespace

Guess certainly_utf8() { return guess("UTF-8", kCertain, GuessedBy::well_formed); }

Guess detect(std::string_view bytes, Extent extent) {
  if (bytes.size() > kDetectBytes) extent = Extent::cut;
  bytes = bytes.substr(0, kDetectBytes);
  for (const auto question : {by_byte_order_mark, by_escape_sequence, by_zero_bytes}) {
    if (std::optional<Guess> answer = question(bytes); answer) return *std::move(answer);
  }
  if (std::optional<Guess> utf8 = by_being_well_formed(bytes, extent)) return *std::move(utf8);
  if (std::optional<Guess> answer = by_detector(bytes)) return *std::move(answer);
  return guess("windows-1252", 0, GuessedBy::fallback);
}

}  // namespace linkspan::charset
