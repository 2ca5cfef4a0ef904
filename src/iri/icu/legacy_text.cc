// SPDX-License-Identifier: Apache-2.0
// Text in legacy charsets by ICU.
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/utf16.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <memory>

#include "iri/back_end.h"

namespace linkspan::iri::back_end {
namespace {

struct Charset {
  std::string_view name;
  const char* converter;
};

constexpr std::array kConverters = {Charset{"Shift_JIS", "ibm-943_P15A-2003"},
                                    Charset{"EUC-JP", "euc-jp-2007"},
                                    Charset{"GB18030", "gb18030"},
                                    Charset{"Big5", "windows-950-2000"},
                                    Charset{"EUC-KR", "windows-949-2000"},
                                    Charset{"ISO-8859-1", "ibm-5348_P100-1997"},
                                    Charset{"ISO-8859-2", "ibm-912_P100-1995"},
                                    Charset{"windows-1254", "ibm-5350_P100-1998"},
                                    Charset{"windows-1251", "ibm-5347_P100-1998"},
                                    Charset{"KOI8-R", "ibm-878_P100-1996"},
                                    Charset{"ISO-8859-7", "ibm-9005_X110-2007"},
                                    Charset{"windows-1255", "ibm-9447_P100-2002"},
                                    Charset{"windows-1256", "ibm-9448_X100-2005"},
                                    Charset{"TIS-620", "windows-874-2000"}};

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

// A converter has a state, so each thread has its own. Null if ICU does not have it.
UConverter* converter_of(std::string_view charset) {
  thread_local std::array<Converter, kConverters.size()> converters;
  const auto named = std::find_if(kConverters.begin(), kConverters.end(),
                                  [&](const Charset& each) { return each.name == charset; });
  if (named == kConverters.end()) return nullptr;
  Converter& found = converters[static_cast<size_t>(named - kConverters.begin())];
  if (!found) {
    UErrorCode status = U_ZERO_ERROR;
    found.reset(ucnv_open(named->converter, &status));
    if (U_FAILURE(status)) return nullptr;
    ucnv_setToUCallBack(found.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  }
  return found.get();
}

}  // namespace

std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset) {
  UConverter* const from = converter_of(charset);
  if (from == nullptr) return std::nullopt;
  ucnv_reset(from);
  std::u16string units(2 * bytes.size() + 2, u'\0');
  UErrorCode status = U_ZERO_ERROR;
  const int32_t length = ucnv_toUChars(from, units.data(), static_cast<int32_t>(units.size()),
                                       bytes.data(), static_cast<int32_t>(bytes.size()), &status);
  if (U_FAILURE(status)) return std::nullopt;
  std::u32string text;
  for (int32_t i = 0; i < length;) {
    UChar32 c = 0;
    U16_NEXT(units.data(), i, length, c);
    text += static_cast<char32_t>(c);
  }
  return text;
}

}  // namespace linkspan::iri::back_end
