// SPDX-License-Identifier: Apache-2.0
// find(): from a label to its Charset. The table of labels says which converter the charset needs.
// A cache keeps each charset, so that it is made once per process.
#include "linkspan/charset.h"

#include <unicode/ucnv.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/printable.h"
#include "charset/converter.h"
#include "charset/icu_converter.h"
#include "charset/iso2022.h"
#include "charset/labels.h"
#include "charset/multi_byte_tables.h"
#include "charset/probe.h"
#include "charset/single_byte.h"
#include "charset/unicode_forms.h"

namespace linkspan::charset {
namespace {

using ConverterPointer = std::unique_ptr<const Converter>;
using DefinitionPointer = std::shared_ptr<const Definition>;

constexpr size_t kMaxLabelBytes = 128;  // for longer ones no similar labels are searched

ConverterPointer converter_of(const KnownCharset& charset) {
  switch (charset.reading) {
    case Reading::utf8:
      return utf8();
    case Reading::utf16:
      return utf16(ByteOrder::by_mark);
    case Reading::utf16_le:
      return utf16(ByteOrder::little);
    case Reading::utf16_be:
      return utf16(ByteOrder::big);
    case Reading::utf32:
      return utf32(ByteOrder::by_mark);
    case Reading::utf32_le:
      return utf32(ByteOrder::little);
    case Reading::utf32_be:
      return utf32(ByteOrder::big);
    case Reading::icu:
      return icu_converter(charset.source, Mark::byte_order);
    case Reading::icu_single_byte:
      return single_byte_of_icu(charset.source);
    case Reading::own_single_byte:
      return single_byte_of_ours(charset.source);
    case Reading::user_defined:
      return user_defined();
    case Reading::icu_multi_byte:
      return multi_byte(table_of_icu(charset.source));
    case Reading::shift_jis:
      return multi_byte(shift_jis_table());
    case Reading::big5:
      return multi_byte(big5_table());
    case Reading::big5_hkscs:
      return multi_byte(big5_hkscs_table());
    case Reading::euc_tw:
      return multi_byte(euc_tw_table());
    case Reading::gb18030:
      return multi_byte(gb18030_table());
    case Reading::johab:
      return multi_byte(johab_table());
    case Reading::iso_2022_jp:
      return iso_2022_jp();
    case Reading::iso_2022_kr:
      return iso_2022_kr();
    case Reading::iso_2022_cn:
      return iso_2022_cn();
    case Reading::hz:
      return hz();
  }
  return nullptr;
}

// May text be cut after any byte 0A? Yes in UTF-8, and in charsets that include ASCII and have no
// state: byte 0A is always a line feed, as no multi-byte sequence has a byte below 20.
Lines lines_of(Reading reading, const Converter& initial) {
  switch (reading) {
    case Reading::utf8:
    case Reading::icu_single_byte:
    case Reading::own_single_byte:
    case Reading::user_defined:
    case Reading::icu_multi_byte:
    case Reading::shift_jis:
    case Reading::big5:
    case Reading::big5_hkscs:
    case Reading::euc_tw:
    case Reading::gb18030:
    case Reading::johab:
      break;
    default:
      return Lines::depend;
  }
  std::string ascii;
  for (char c = 0; c < 0x7F; ++c) ascii += c;
  return initial.clone()->take_unchanged(ascii) ? Lines::stand_alone : Lines::depend;
}

// A charset that only ICU knows; `icu_name` is its own name for it.
ConverterPointer converter_of(const char* icu_name) {
  if (is_unsafe(icu_name)) return nullptr;
  const std::optional<Probe> probe = Probe::open(icu_name);
  if (!probe) return nullptr;
  return probe->type() == UCNV_SBCS ? single_byte_of_icu(icu_name)
                                    : icu_converter(icu_name, Mark::none);
}

// Keeps the charsets that were made until the program ends: at most all of the table and of ICU.
class Cache {
 public:
  template <class Make>
  DefinitionPointer find_or_make(std::string_view name, Normalization normalization,
                                 const Make& make, std::optional<Reading> reading) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = made_.find(name);
    if (found != made_.end()) return found->second;
    ConverterPointer initial = make();
    if (initial == nullptr) return nullptr;
    const Lines lines = reading ? lines_of(*reading, *initial) : Lines::depend;
    auto definition =
        std::make_shared<Definition>(Definition{name, normalization, lines, std::move(initial)});
    made_.emplace(name, definition);
    return definition;
  }

 private:
  std::mutex mutex_;
  std::map<std::string_view, DefinitionPointer, std::less<>> made_;
};

Cache& cache() {
  static Cache the_cache;
  return the_cache;
}

// ICU's name for a label, from its table of aliases. ucnv_open is not used, as it also searches for
// files. Null if the table does not have the label. The name is static.
const char* icu_name_of(const std::string& label) {
  UErrorCode error = U_ZERO_ERROR;
  const uint16_t count = ucnv_countAliases(label.c_str(), &error);
  if (U_FAILURE(error) || count == 0) return nullptr;
  const char* const name = ucnv_getAlias(label.c_str(), 0, &error);
  return U_SUCCESS(error) ? name : nullptr;
}

Error not_found(std::string_view label, const std::string& folded_label) {
  Error error{ErrorCode::not_found, 0, {}};
  error.message =
      "there is no charset \"" + base::printable(label.substr(0, kMaxLabelBytes)) + "\"";
  if (label.size() > kMaxLabelBytes) {
    error.message += "…, the label is too long";
    return error;
  }
  const std::vector<std::string> near = nearest(folded_label);
  for (size_t i = 0; i < near.size(); ++i)
    error.message += (i == 0 ? "; near it: " : ", ") + near[i];
  return error;
}

Error unavailable(std::string_view name) {
  return {
      ErrorCode::not_found, 0,
      "the charset " + std::string(name) + " cannot be decoded: ICU has no safe converter for it"};
}

}  // namespace

Charset::Charset(std::shared_ptr<const Definition> definition)
    : definition_(std::move(definition)) {}

std::string_view Charset::name() const { return definition_->name; }

Normalization Charset::normalization() const { return definition_->normalization; }

bool Charset::lines_stand_alone() const { return definition_->lines == Lines::stand_alone; }

bool knows(std::string_view label) {
  if (label.size() > kMaxLabelBytes) return false;
  const std::string folded_label = folded(label);
  if (folded_label.empty()) return false;
  return known_charset(folded_label) != nullptr || icu_name_of(folded_label) != nullptr;
}

Result<Charset> find(std::string_view label) {
  if (label.size() > kMaxLabelBytes) return not_found(label, {});
  const std::string folded_label = folded(label);
  if (folded_label.empty()) {
    return Error{ErrorCode::not_found, 0, "the label of the charset has no letter and no digit"};
  }
  if (const KnownCharset* const known = known_charset(folded_label); known != nullptr) {
    DefinitionPointer made = cache().find_or_make(
        known->name, known->normalization, [&] { return converter_of(*known); }, known->reading);
    if (made == nullptr) return unavailable(known->name);
    return Charset(std::move(made));
  }
  const char* const icu_name = icu_name_of(folded_label);
  if (icu_name == nullptr) return not_found(label, folded_label);
  DefinitionPointer made = cache().find_or_make(
      icu_name, Normalization::nfc, [&] { return converter_of(icu_name); }, std::nullopt);
  if (made == nullptr) return unavailable(icu_name);
  return Charset(std::move(made));
}

}  // namespace linkspan::charset
