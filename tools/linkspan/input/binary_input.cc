// SPDX-License-Identifier: Apache-2.0
#include "input/binary_input.h"

#include <cstddef>
#include <cstdint>

#include "base/few_texts.h"
#include "base/utf8.h"
#include "linkspan/charset.h"

namespace linkspan::command {

namespace {

// Formats that may have no zero byte near their start.
constexpr std::string_view kSignatures[] = {
    "%PDF-",   "%!PS",    "\xFF\xD8\xFF", "\x89PNG\r\n\x1A\n",  "GIF87a",      "GIF89a",
    "ID3\x02", "ID3\x03", "ID3\x04",      "\xFF\xFB",           "OggS",        "fLaC",
    "RIFF",    "wOFF",    "wOF2",         "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07"};

// Random bytes have a control character, other than those of text, in 9 of 100, and hardly any
// well-formed sequence of UTF-8. Text in another charset has no control characters; logs with
// separators such as U+0001 are well-formed.
bool is_mostly_data(std::string_view bytes) {
  constexpr size_t kLeast = 64;
  constexpr size_t kOneOf = 32;
  if (bytes.size() < kLeast) return false;
  size_t controls = 0, ill_formed = 0;
  const auto* at = reinterpret_cast<const uint8_t*>(bytes.data());
  for (const uint8_t* const end = at + bytes.size(); at < end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const bool is_of_text = (*at >= 0x08 && *at <= 0x0F) || *at == 0x1B;
    if ((*at < 0x20 && !is_of_text) || *at == 0x7F) ++controls;
    ill_formed += found.value == base::kIllFormed ? 1 : 0;
    at += found.length;
  }
  return controls * kOneOf > bytes.size() && ill_formed * kOneOf > bytes.size();
}

}  // namespace

bool is_binary(std::string_view first_bytes) {
  if (base::begins_with_one_of(first_bytes, kSignatures)) return true;
  const bool has_zero = first_bytes.find('\0') != std::string_view::npos;
  if (!has_zero && !is_mostly_data(first_bytes)) return false;
  const std::string_view charset = charset::detect(first_bytes).charset.name();
  return !charset.starts_with("UTF-16") && !charset.starts_with("UTF-32");
}

}  // namespace linkspan::command
