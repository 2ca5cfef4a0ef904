// SPDX-License-Identifier: Apache-2.0
#include "charset/probe.h"

#include <unicode/utf16.h>

namespace linkspan::charset {

IcuHandle open_icu(std::string_view name) {
  UErrorCode error = U_ZERO_ERROR;
  IcuHandle icu(ucnv_open(std::string(name).c_str(), &error));
  if (U_FAILURE(error)) return nullptr;
  return icu;
}

std::optional<Probe> Probe::open(std::string_view icu_name) {
  IcuHandle icu = open_icu(icu_name);
  if (icu == nullptr) return std::nullopt;
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setToUCallBack(icu.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  if (U_FAILURE(error)) return std::nullopt;
  return Probe(std::move(icu));
}

Probe::Answer Probe::ask(std::string_view bytes) {
  std::array<UChar, 8> units{};
  UChar* to = units.data();
  const char* from = bytes.data();
  UErrorCode error = U_ZERO_ERROR;
  ucnv_resetToUnicode(icu_.get());
  ucnv_toUnicode(icu_.get(), &to, units.data() + units.size(), &from, from + bytes.size(), nullptr,
                 /*flush=*/1, &error);
  if (error == U_TRUNCATED_CHAR_FOUND) return {Answer::Kind::cut};
  if (U_FAILURE(error)) return {Answer::Kind::nothing};
  Answer answer{Answer::Kind::characters};
  const auto size = static_cast<int32_t>(to - units.data());
  for (int32_t i = 0; i < size;) {
    UChar32 c = 0;
    U16_NEXT(units.data(), i, size, c);
    if (answer.count == answer.characters.size()) return {Answer::Kind::nothing};
    answer.characters[answer.count++] = static_cast<char32_t>(c);
  }
  if (answer.count == 0) return {Answer::Kind::nothing};
  return answer;
}

std::u16string Probe::text(std::string_view bytes) {
  std::u16string units(2 * bytes.size(), u'\0');
  UErrorCode error = U_ZERO_ERROR;
  const int32_t size = ucnv_toUChars(icu_.get(), units.data(), static_cast<int32_t>(units.size()),
                                     bytes.data(), static_cast<int32_t>(bytes.size()), &error);
  units.resize(U_SUCCESS(error) ? static_cast<size_t>(size) : 0);
  return units;
}

std::optional<char32_t> Probe::one(std::string_view bytes) {
  const Answer answer = ask(bytes);
  if (answer.kind != Answer::Kind::characters || answer.count != 1) return std::nullopt;
  return answer.characters[0];
}

}  // namespace linkspan::charset
