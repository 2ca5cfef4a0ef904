// SPDX-License-Identifier: Apache-2.0
// Connectives: words that join two links in a script without spaces, glued to both.
//
//   https://example.cn/或https://example.com/     two links
//   例え.jpと日本語.jp                              two links
//
// And words that lead to a link: 网址是例子.中国, サイトは例え.jp
//
// Guarded by the corpus.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace linkspan::scan {

// The longer before those that they begin or end with.
inline constexpr std::array<std::string_view, 25> kConnectives = {
    "および", "または", "及び", "还有", "還有", "或者", "以及", "或是", "또는",
    "และ",    "หรือ",    "និង",   "と",   "や",   "か",   "和",   "或",   "与",
    "與",     "及",     "跟",   "과",   "와",   "및",   "ឬ"};

// Before a domain that is not of ASCII.
inline constexpr std::array<std::string_view, 20> kLeads = {
    "网址是",     "网址为", "網址是", "網址為", "網址係", "官网是",    "官網是",
    "官网为",     "网站是", "網站是", "域名是", "請訪問", "请访问",    "サイトは",
    "アドレスは", "公式は", "URLは",  "HPは",   "住所は", "홈페이지는"};
// Before an address whose local part is not of ASCII: 请发到张三@例子.中国
inline constexpr std::array<std::string_view, 12> kAddressLeads = {
    "发到",   "發到",     "寄到",     "发给",   "写信给",   "寫信給",
    "邮箱是", "連絡先は", "メールは", "宛先は", "이메일은", "메일은"};

// How many bytes of the text go up to the end of the first of these words, with something after
// it; 0 if none is there.
inline size_t size_of_lead(std::string_view text, std::span<const std::string_view> leads) {
  for (const std::string_view lead : leads) {
    const size_t at = text.find(lead);
    if (at != text.npos && at + lead.size() < text.size()) return at + lead.size();
  }
  return 0;
}

}  // namespace linkspan::scan
