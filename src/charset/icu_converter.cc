// SPDX-License-Identifier: Apache-2.0
// See icu_converter.h.
#include "charset/icu_converter.h"

#include <unicode/ucnv_cb.h>
#include <unicode/utf16.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "charset/probe.h"

namespace linkspan::charset {
namespace {

// The UTF-16 that one byte can complete: a character, or several held ones.
constexpr size_t kMaxUnits = 64;

class IcuConverter final : public Converter {
 public:
  IcuConverter(IcuHandle icu, Mark mark) : icu_(std::move(icu)), mark_(mark) { set_callback(); }

  std::unique_ptr<Converter> clone() const override {
    UErrorCode error = U_ZERO_ERROR;
    IcuHandle icu(ucnv_clone(icu_.get(), &error));
    assert(U_SUCCESS(error));
    auto copy = std::make_unique<IcuConverter>(std::move(icu), mark_);
    copy->held_ = held_;
    copy->lead_bytes_ = lead_bytes_;
    copy->units_[0] = units_[0];
    copy->at_begin_ = at_begin_;
    return copy;
  }

  bool take_unchanged(std::string_view bytes) override { return bytes.empty(); }
  void convert(std::string_view bytes, Text& out) override { take(bytes, out); }
  void convert(std::string_view bytes, Trace& out) override { take(bytes, out); }
  void finish(Text& out) override { take_end(out); }
  void finish(Trace& out) override { take_end(out); }
  size_t held() const override { return held_; }

 private:
  // A U+FFFD that ICU wrote: at which unit, and for how many bytes.
  struct Replaced {
    size_t unit;
    size_t bytes;
  };

  void set_callback() {
    UErrorCode error = U_ZERO_ERROR;
    ucnv_setToUCallBack(icu_.get(), &IcuConverter::replace, this, nullptr, nullptr, &error);
  }

  static void U_CALLCONV replace(const void* context, UConverterToUnicodeArgs* args, const char*,
                                 int32_t length, UConverterCallbackReason reason,
                                 UErrorCode* error) {
    if (reason > UCNV_IRREGULAR) return;  // reset, close or clone: nothing to replace
    auto* const self = static_cast<IcuConverter*>(const_cast<void*>(context));
    if (self->replaced_count_ < kMaxUnits) {
      self->replaced_[self->replaced_count_++] = {
          static_cast<size_t>(args->target - self->units_.data()), static_cast<size_t>(length)};
    }
    *error = U_ZERO_ERROR;
    const UChar replacement = kReplacement;
    ucnv_cbToUWriteUChars(args, &replacement, 1, 0, error);
  }

  template <class Out>
  void take(std::string_view bytes, Out& out) {
    for (const char& byte : bytes) {
      const size_t size = convert_units(&byte, &byte + 1);
      UErrorCode error = U_ZERO_ERROR;
      const auto held_by_icu = static_cast<size_t>(ucnv_toUCountPending(icu_.get(), &error));
      ++held_;
      give(size, std::min(held_by_icu, held_), out);
    }
  }

  template <class Out>
  void take_end(Out& out) {
    const char nothing = 0;
    give(convert_units(&nothing, &nothing), 0, out);
    if (lead_bytes_ > 0) out.ill_formed(lead_bytes_);
  }

  // Passes a byte to ICU, or the end if there is none; returns the number of units.
  size_t convert_units(const char* from, const char* end) {
    replaced_count_ = 0;
    UChar* to = units_.data() + (lead_bytes_ > 0 ? 1 : 0);
    UErrorCode error = U_ZERO_ERROR;
    ucnv_toUnicode(icu_.get(), &to, units_.data() + units_.size(), &from, end, nullptr,
                   /*flush=*/from == end ? 1 : 0, &error);
    return static_cast<size_t>(to - units_.data());
  }

  // Writes the first `size` units. Of the held bytes, ICU still needs the last `held_by_icu`.
  template <class Out>
  void give(size_t size, size_t held_by_icu, Out& out) {
    out.reserve(3 * size + 4);
    const Replaced* replaced = replaced_.data();
    const Replaced* const last = replaced + replaced_count_;
    for (size_t i = 0; i < size;) {
      if (U16_IS_LEAD(units_[i]) && i + 1 == size) {
        units_[0] = units_[i];
        if (i > 0 || lead_bytes_ == 0) lead_bytes_ = std::max<size_t>(held_ - held_by_icu, 1);
        return;
      }
      UChar32 c = units_[i];
      if (replaced != last && replaced->unit == i) {
        give_ill_formed((replaced++)->bytes, out);
        ++i;
      } else if (U16_IS_LEAD(c) && !U16_IS_TRAIL(units_[i + 1])) {
        give_ill_formed(i == 0 && lead_bytes_ > 0 ? lead_bytes_ : 1, out);
        ++i;
      } else {
        U16_NEXT(units_.data(), i, size, c);
        // ICU reads the bytes after an error again, one by one; only the last character can be
        // longer.
        give_character(static_cast<char32_t>(c), i == size ? held_ : 1, out);
      }
      lead_bytes_ = 0;
    }
    out.skip(static_cast<ptrdiff_t>(held_) - static_cast<ptrdiff_t>(held_by_icu));
    held_ = held_by_icu;
  }

  template <class Out>
  void give_ill_formed(size_t bytes, Out& out) {
    bytes = std::min(bytes, held_);
    held_ -= bytes;
    at_begin_ = false;
    out.ill_formed(bytes);
  }

  template <class Out>
  void give_character(char32_t c, size_t bytes, Out& out) {
    bytes = std::min(bytes, held_);
    held_ -= bytes;
    const bool is_mark =
        std::exchange(at_begin_, false) && c == 0xFEFF && mark_ == Mark::byte_order;
    if (is_mark) {
      out.skip(static_cast<ptrdiff_t>(bytes));
    } else if (U_IS_SURROGATE(c)) {
      out.ill_formed(bytes);
    } else {
      out.character(c, bytes);
    }
  }

  IcuHandle icu_;
  Mark mark_;
  bool at_begin_ = true;
  size_t held_ = 0;        // bytes without a unit so far
  size_t lead_bytes_ = 0;  // of them, those of a lead surrogate in units_[0]; 0: none
  std::array<UChar, kMaxUnits> units_{};
  std::array<Replaced, kMaxUnits> replaced_{};
  size_t replaced_count_ = 0;
};

}  // namespace

std::unique_ptr<const Converter> icu_converter(std::string_view icu_name, Mark mark) {
  IcuHandle icu = open_icu(icu_name);
  if (icu == nullptr) return nullptr;
  return std::make_unique<IcuConverter>(std::move(icu), mark);
}

}  // namespace linkspan::charset
