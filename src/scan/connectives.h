// Connectives: words that join two links in writing without spaces, glued to both.
//
//   https://example.cn/或https://example.com/     two links
//   例え.jpと日本語.jp                              two links
//
// Guarded by the corpus.
#pragma once

#include <array>
#include <string_view>

namespace linkspan::scan {

// The longer before those that they begin or end with.
inline constexpr std::array<std::string_view, 22> kConnectives = {
    "および", "または", "或者", "以及", "或是", "또는", "และ", "หรือ", "និង", "と", "や",
    "か",     "和",     "或",   "与",   "與",   "及",   "跟",  "과",  "와", "및", "ឬ"};

}  // namespace linkspan::scan
