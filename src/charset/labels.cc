// SPDX-License-Identifier: Apache-2.0
// The table of labels, and its lookup. The labels are those of the IANA registry and of the WHATWG
// Encoding Standard, and others that occur in mail.
#include "charset/labels.h"

#include <unicode/ucnv.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "base/ascii.h"

namespace linkspan::charset {
namespace {

constexpr auto kNone = Normalization::none;  // encodings of Unicode
constexpr auto kNfc = Normalization::nfc;

// clang-format off
constexpr KnownCharset kCharsets[] = {
    // Unicode.
    {"UTF-8", Reading::utf8, kNone, "",
     "utf8 utf8mb3 utf8mb4 utf8n al32utf8 utf-8-sig utf-8-bom utf-8-mac unicode-1-1-utf-8 "
     "unicode-2-0-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 csutf8 cp65001 windows-65001"},
    {"UTF-16", Reading::utf16, kNone, "",
     "utf16 unicode csunicode csutf16 ucs-2 iso-10646-ucs-2"},
    {"UTF-16LE", Reading::utf16_le, kNone, "",
     "utf16le x-utf-16le utf16_littleendian csutf16le ucs-2le unicodefeff unicodelittle "
     "unicodelittleunmarked x-utf-16le-bom cp1200 windows-1200"},
    {"UTF-16BE", Reading::utf16_be, kNone, "",
     "utf16be x-utf-16be utf16_bigendian csutf16be ucs-2be unicodefffe unicodebig "
     "unicodebigunmarked cp1201 windows-1201"},
    {"UTF-32", Reading::utf32, kNone, "", "utf32 csutf32 ucs-4 csucs4 iso-10646-ucs-4"},
    {"UTF-32LE", Reading::utf32_le, kNone, "", "utf32le csutf32le ucs-4le cp12000"},
    {"UTF-32BE", Reading::utf32_be, kNone, "", "utf32be csutf32be ucs-4be cp12001"},
    {"UTF-7", Reading::icu, kNone, "UTF-7",
     "utf7 unicode-1-1-utf-7 unicode-2-0-utf-7 csunicode11utf7 csutf7 x-unicode20utf7 cp65000 "
     "windows-65000"},
    {"UTF-7-IMAP", Reading::icu, kNone, "IMAP-mailbox-name",
     "imap-mailbox-name imap-utf-7 csutf7imap x-imap4-modified-utf7"},
    {"CESU-8", Reading::icu, kNone, "CESU-8", "cesu8 cscesu-8"},
    {"SCSU", Reading::icu, kNone, "SCSU", "csscsu"},
    {"BOCU-1", Reading::icu, kNone, "BOCU-1", "csbocu-1"},

    // Windows. Text with the labels ASCII and ISO 8859-1, -9, -11 is read as the Windows charset
    // that has the same characters and more: mail with bytes from 80 to 9F means those.
    {"windows-1252", Reading::icu_single_byte, kNfc, "ibm-5348_P100-1997",
     "cp1252 x-cp1252 1252 x-ansi ansi cswindows1252 "
     "iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100 latin1 latin-1 l1 8859_1 "
     "csisolatin1 cp819 ibm819 819 windows-28591 "
     "iso-8859-1-windows-3.0-latin-1 iso-8859-1-windows-3.1-latin-1 cswindows30latin1 "
     "cswindows31latin1",
     "ascii us-ascii us csascii ascii7 646 iso646-us iso-ir-6 ansi_x3.4-1968 ansi_x3.4-1986 "
     "iso_646.irv:1991 iso_646.irv:1983 cp367 ibm367 csibm367 windows-20127"},
    {"windows-1250", Reading::icu_single_byte, kNfc, "ibm-5346_P100-1998",
     "cp1250 x-cp1250 1250 cswindows1250"},
    {"windows-1251", Reading::icu_single_byte, kNfc, "ibm-5347_P100-1998",
     "cp1251 x-cp1251 1251 ansi1251 win-1251 win1251 cswindows1251"},
    {"windows-1253", Reading::icu_single_byte, kNfc, "ibm-5349_P100-1998",
     "cp1253 x-cp1253 1253 cswindows1253"},
    {"windows-1254", Reading::icu_single_byte, kNfc, "ibm-5350_P100-1998",
     "cp1254 x-cp1254 1254 cswindows1254 "
     "iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 iso-ir-148 latin5 l5 8859_9 "
     "csisolatin5 ecma-128 turkish turkish8 windows-28599 iso-8859-9-windows-latin-5 "
     "cswindows31latin5"},
    {"windows-1255", Reading::icu_single_byte, kNfc, "ibm-9447_P100-2002",
     "cp1255 x-cp1255 1255 cswindows1255"},
    {"windows-1256", Reading::icu_single_byte, kNfc, "ibm-9448_X100-2005",
     "cp1256 x-cp1256 1256 cswindows1256"},
    {"windows-1257", Reading::icu_single_byte, kNfc, "ibm-9449_P100-2002",
     "cp1257 x-cp1257 1257 cswindows1257"},
    {"windows-1258", Reading::icu_single_byte, kNfc, "ibm-5354_P100-1998",
     "cp1258 x-cp1258 1258 cswindows1258"},
    {"windows-874", Reading::icu_single_byte, kNfc, "windows-874-2000",
     "cp874 dos-874 ms874 x-windows-874 874 cswindows874 tis-620 tis620 tis620.2533 tis-620-2533 "
     "cstis620 iso-8859-11 iso8859-11 iso885911 iso-ir-166 thai8 windows-28601"},

    // ISO 8859, the others.
    {"ISO-8859-2", Reading::icu_single_byte, kNfc, "ibm-912_P100-1995",
     "iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 iso-ir-101 latin2 l2 8859_2 csisolatin2 cp912 "
     "windows-28592 iso-8859-2-windows-latin-2 cswindows31latin2"},
    {"ISO-8859-3", Reading::icu_single_byte, kNfc, "ibm-913_P100-2000",
     "iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 iso-ir-109 latin3 l3 8859_3 csisolatin3 cp913 "
     "windows-28593"},
    {"ISO-8859-4", Reading::icu_single_byte, kNfc, "ibm-914_P100-1995",
     "iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 iso-ir-110 latin4 l4 8859_4 csisolatin4 cp914 "
     "windows-28594"},
    {"ISO-8859-5", Reading::icu_single_byte, kNfc, "ibm-915_P100-1995",
     "iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988 iso-ir-144 cyrillic 8859_5 csisolatincyrillic "
     "cp915 windows-28595"},
    {"ISO-8859-6", Reading::icu_single_byte, kNfc, "ibm-1089_P100-1995",
     "iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987 iso-8859-6-e iso-8859-6-i csiso88596e "
     "csiso88596i iso-ir-127 arabic asmo-708 ecma-114 8859_6 csisolatinarabic windows-28596"},
    {"ISO-8859-7", Reading::icu_single_byte, kNfc, "ibm-9005_X110-2007",
     "iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 iso-ir-126 greek greek8 ecma-118 elot_928 "
     "sun_eu_greek 8859_7 csisolatingreek windows-28597"},
    {"ISO-8859-8", Reading::icu_single_byte, kNfc, "ibm-5012_P100-1999",
     "iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 iso-8859-8-e iso-8859-8-i csiso88598e "
     "csiso88598i iso-ir-138 hebrew hebrew8 visual logical 8859_8 csisolatinhebrew windows-28598 "
     "windows-38598 dos-862-i"},
    {"ISO-8859-10", Reading::icu_single_byte, kNfc, "iso-8859_10-1998",
     "iso8859-10 iso885910 iso_8859-10:1992 iso-ir-157 latin6 l6 csisolatin6"},
    {"ISO-8859-13", Reading::icu_single_byte, kNfc, "ibm-921_P100-1995",
     "iso8859-13 iso885913 iso_8859-13 latin7 l7 8859_13 csiso885913 windows-28603"},
    {"ISO-8859-14", Reading::icu_single_byte, kNfc, "iso-8859_14-1998",
     "iso8859-14 iso885914 iso_8859-14 iso_8859-14:1998 iso-ir-199 iso-celtic latin8 l8 "
     "csiso885914"},
    {"ISO-8859-15", Reading::icu_single_byte, kNfc, "ibm-923_P100-1998",
     "iso8859-15 iso885915 iso_8859-15 latin-9 latin9 l9 latin-0 csisolatin9 csiso885915 "
     "iso8859_15_fdis iso-ir-203 cp923 windows-28605"},
    {"ISO-8859-16", Reading::own_single_byte, kNfc, "ISO-8859-16",
     "iso8859-16 iso885916 iso_8859-16 iso_8859-16:2001 iso-ir-226 latin10 l10 csiso885916"},

    // Cyrillic and the Caucasus, Central Asia, Vietnam.
    {"KOI8-R", Reading::icu_single_byte, kNfc, "ibm-878_P100-1996",
     "koi8_r koi8 koi cskoi8r cp878 windows-20866"},
    {"KOI8-U", Reading::icu_single_byte, kNfc, "ibm-1168_P100-2002", "koi8_u cskoi8u windows-21866"},
    {"KOI8-RU", Reading::own_single_byte, kNfc, "KOI8-RU", "koi8_ru"},
    {"KOI8-T", Reading::own_single_byte, kNfc, "KOI8-T", "koi8_t"},
    {"MIK", Reading::own_single_byte, kNfc, "MIK", "bulgarian-mik"},
    {"PTCP154", Reading::own_single_byte, kNfc, "PTCP154",
     "pt154 cp154 csptcp154 cyrillic-asian"},
    {"KZ-1048", Reading::own_single_byte, kNfc, "KZ-1048",
     "kz1048 strk1048-2002 rk1048 cskz1048"},
    {"ARMSCII-8", Reading::own_single_byte, kNfc, "ARMSCII-8", "armscii armscii8 cp901-am"},
    {"Georgian-PS", Reading::own_single_byte, kNfc, "Georgian-PS", ""},
    {"Georgian-Academy", Reading::own_single_byte, kNfc, "Georgian-Academy", ""},
    {"VISCII", Reading::own_single_byte, kNfc, "VISCII", "viscii1.1-1 csviscii x-viscii"},
    {"TCVN5712-1", Reading::own_single_byte, kNfc, "TCVN5712-1",
     "tcvn tcvn5712 tcvn5712-1:1993 tcvn-5712 x-viet-tcvn x-viet-tcvn5712 vscii vscii-1"},

    // DOS.
    {"IBM437", Reading::icu_single_byte, kNfc, "ibm-437_P100-1995", "cp437 437 cspc8codepage437"},
    {"IBM850", Reading::icu_single_byte, kNfc, "ibm-850_P100-1995",
     "cp850 850 cspc850multilingual"},
    {"IBM852", Reading::icu_single_byte, kNfc, "ibm-852_P100-1995", "cp852 852 cspcp852"},
    {"IBM855", Reading::icu_single_byte, kNfc, "ibm-855_P100-1995", "cp855 855 csibm855"},
    {"IBM858", Reading::icu_single_byte, kNfc, "ibm-858_P100-1997",
     "ibm00858 ccsid00858 cp00858 cp858 pc-multilingual-850+euro"},
    {"IBM862", Reading::icu_single_byte, kNfc, "ibm-862_P100-1995",
     "cp862 862 dos-862 cspc862latinhebrew"},
    {"IBM866", Reading::icu_single_byte, kNfc, "ibm-866_P100-1995", "cp866 866 csibm866 dos-866"},

    // Macintosh. ICU's own name for the first is also a label, as ICU does not know its folded
    // form.
    {"macintosh", Reading::icu_single_byte, kNfc, "macos-0_2-10.2",
     "mac x-mac-roman macroman mac-roman x-macroman csmacintosh windows-10000 "
     "macos-0_2-10.2"},
    {"x-mac-arabic", Reading::own_single_byte, kNfc, "x-mac-arabic",
     "macarabic mac-arabic x-macarabic windows-10004"},
    {"x-mac-ce", Reading::icu_single_byte, kNfc, "macos-29-10.2",
     "macce mac-ce x-mac-centraleurroman maccentraleurope mac-centraleurope x-maccentraleurope "
     "maclatin2 windows-10029"},
    {"x-mac-croatian", Reading::own_single_byte, kNfc, "x-mac-croatian",
     "maccroatian mac-croatian x-maccroatian windows-10082"},
    {"x-mac-cyrillic", Reading::icu_single_byte, kNfc, "macos-7_3-10.2",
     "maccyrillic mac-cyrillic x-maccyrillic x-mac-ukrainian macukraine x-macukraine windows-10007 "
     "windows-10017"},
    {"x-mac-farsi", Reading::own_single_byte, kNfc, "x-mac-farsi", "macfarsi mac-farsi"},
    {"x-mac-greek", Reading::icu_single_byte, kNfc, "macos-6_2-10.4",
     "macgreek mac-greek x-macgreek macgr windows-10006"},
    {"x-mac-icelandic", Reading::own_single_byte, kNfc, "x-mac-icelandic",
     "maciceland maciceland mac-is x-maciceland windows-10079"},
    {"x-mac-romanian", Reading::own_single_byte, kNfc, "x-mac-romanian",
     "macromania macromanian x-macromania windows-10010"},
    {"x-mac-turkish", Reading::icu_single_byte, kNfc, "macos-35-10.2",
     "macturkish mac-turkish x-macturkish mactr windows-10081"},

    {"x-user-defined", Reading::user_defined, kNfc, "", ""},

    // Chinese. GB 18030 contains GBK and GB 2312; only text labelled GB 18030 is Unicode.
    {"GB18030", Reading::gb18030, kNone, "",
     "gb18030-2000 gb18030-2005 gb18030-2022 csgb18030 cp54936 windows-54936 ibm-1392"},
    {"GBK", Reading::gb18030, kNfc, "",
     "x-gbk cp936 ms936 windows-936 csgbk gb2312 gb_2312 gb_2312-80 gb2312-80 gb2312-1980 "
     "gb2312.1980-0 csgb2312 csiso58gb231280 iso-ir-58 chinese euc-cn euccn x-euc-cn cn-gb "
     "cngb gb cp1383 cp20936 windows-51936"},
    {"HZ-GB-2312", Reading::hz, kNfc, "", "hz hz-gb2312 chinese-hz hzgb windows-52936"},
    {"ISO-2022-CN", Reading::iso_2022_cn, kNfc, "",
     "iso-2022-cn-ext csiso2022cn csiso2022cnext iso-2022-cn-gb x-iso-2022-cn-gb iso-2022-cn-cns "
     "x-iso-2022-cn-cns windows-50227 windows-50229"},
    {"Big5", Reading::big5, kNfc, "",
     "big-5 csbig5 cn-big5 x-x-big5 x-big5 big5-eten cp950 ms950 windows-950 x-windows-950"},
    {"Big5-HKSCS", Reading::big5_hkscs, kNfc, "",
     "big5hk big5hkscs hkscs-big5 hkbig5 csbig5hkscs big5-hkscs:2004 big5-hkscs:2008 cp951"},
    {"EUC-TW", Reading::euc_tw, kNfc, "", "euctw x-euc-tw cns11643 windows-51950"},

    // Japanese.
    {"Shift_JIS", Reading::shift_jis, kNfc, "",
     "sjis x-sjis ms_kanji ms932 cp932 x-ms-cp932 windows-932 windows-31j windows31j cswindows31j "
     "csshiftjis cp943c pck sjis-win"},
    {"EUC-JP", Reading::icu_multi_byte, kNfc, "euc-jp-2007",
     "eucjp x-euc-jp x-eucjp ujis eucjis eucjp-ms eucjp-win eucjp-open cseucpkdfmtjapanese "
     "extended_unix_code_packed_format_for_japanese cp51932 windows-51932 windows-20932"},
    {"ISO-2022-JP", Reading::iso_2022_jp, kNfc, "",
     "iso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-ms csiso2022jp csiso2022jp2 jis jis7 "
     "jis_encoding csjisencoding cp50220 cp50221 cp50222 windows-50220 windows-50221 windows-50222 "
     "x-windows-iso2022jp"},

    // Korean. Text labelled EUC-KR is read as windows-949, which has all Hangul syllables.
    {"EUC-KR", Reading::icu_multi_byte, kNfc, "windows-949-2000",
     "euckr x-euc-kr cseuckr ks_c_5601-1987 ks_c_5601-1989 ks_c_5601 ksc5601 ksc_5601 5601 "
     "csksc56011987 ks_x_1001 ksx1001 iso-ir-149 korean uhc cp949 ms949 949 windows-949 x-windows-949 "
     "windows-51949"},
    {"Johab", Reading::johab, kNfc, "", "ksc5601-1992 ms1361 cp1361 windows-1361"},
    {"ISO-2022-KR", Reading::iso_2022_kr, kNfc, "", "iso2022kr csiso2022kr cp50225 windows-50225"},
};
// clang-format on

// Calls `take` with each label, folded.
template <class Take>
void for_each_label(std::string_view labels, const Take& take) {
  while (!labels.empty()) {
    const size_t end = std::min(labels.find(' '), labels.size());
    take(folded(labels.substr(0, end)));
    labels.remove_prefix(std::min(end + 1, labels.size()));
  }
}

// RFC 1428, section 3, with the alias in the registry of IANA; and what Pine wrote.
constexpr std::string_view kLabelsOfUnknown = "unknown-8bit csUnknown8BiT x-unknown unknown";

bool has_label(std::string_view labels, std::string_view folded_label) {
  bool has_it = false;
  for_each_label(labels, [&](const std::string& one) { has_it |= one == folded_label; });
  return has_it;
}

using LabelMap = std::map<std::string, const KnownCharset*, std::less<>>;

// A label of two charsets means the first.
const LabelMap& label_map() {
  static const LabelMap map = [] {
    LabelMap made;
    for (const KnownCharset& charset : kCharsets) {
      const auto add = [&](std::string label) { made.emplace(std::move(label), &charset); };
      add(folded(charset.name));
      for_each_label(charset.labels, add);
      for_each_label(charset.labels_of_ascii, add);
    }
    return made;
  }();
  return map;
}

// The number of insertions, deletions, replacements and swaps of neighbours between two labels
// (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before_last(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

// The smallest distance of a label of each charset, by the name of the charset.
std::map<std::string, size_t> distances(std::string_view folded_label) {
  std::map<std::string, size_t> best;
  const auto offer = [&](std::string_view label, std::string_view name) {
    const size_t distance = edit_distance(folded_label, label);
    const auto [place, is_new] = best.emplace(name, distance);
    if (!is_new) place->second = std::min(place->second, distance);
  };
  for (const auto& [label, charset] : label_map()) offer(label, charset->name);
  for (int32_t i = 0; i < ucnv_countAvailable(); ++i) {
    const char* const name = ucnv_getAvailableName(i);
    if (is_unsafe(name)) continue;
    UErrorCode error = U_ZERO_ERROR;
    const uint16_t count = ucnv_countAliases(name, &error);
    for (uint16_t j = 0; j < count; ++j) {
      const std::string label = folded(ucnv_getAlias(name, j, &error));
      if (known_charset(label) == nullptr) offer(label, ucnv_getAlias(name, 0, &error));
    }
  }
  return best;
}

}  // namespace

std::span<const KnownCharset> known_charsets() { return kCharsets; }

std::string folded(std::string_view label) {
  label = label.substr(0, label.find('*'));
  const auto is_digit = [&](size_t i) {
    return i < label.size() && base::is_ascii_digit(static_cast<uint8_t>(label[i]));
  };
  std::string result;
  for (size_t i = 0; i < label.size(); ++i) {
    const auto c = static_cast<uint8_t>(label[i]);
    const bool is_leading_zero = c == '0' && is_digit(i + 1) && (i == 0 || !is_digit(i - 1));
    if (!base::is_ascii_alphanumeric(c) || is_leading_zero) continue;
    result += static_cast<char>(base::is_ascii_letter(c) ? c | 0x20 : c);
  }
  return result;
}

const KnownCharset* known_charset(std::string_view folded_label) {
  const auto found = label_map().find(folded_label);
  return found == label_map().end() ? nullptr : found->second;
}

bool is_label_of_ascii(std::string_view label) {
  const std::string folded_label = folded(label);
  const KnownCharset* const charset = known_charset(folded_label);
  return charset != nullptr && has_label(charset->labels_of_ascii, folded_label);
}

bool is_label_of_unknown(std::string_view label) {
  return has_label(kLabelsOfUnknown, folded(label));
}

bool is_unsafe(std::string_view icu_name) {
  return icu_name == "x11-compound-text" || icu_name.starts_with("ISO_2022");
}

std::vector<std::string> nearest(std::string_view folded_label) {
  std::vector<std::pair<size_t, std::string>> found;
  for (const auto& [name, distance] : distances(folded_label)) found.emplace_back(distance, name);
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (const auto& [distance, name] : found) {
    // Others only if their distance is about the smallest.
    if (names.size() == 3 || (!names.empty() && distance > found.front().first + 1)) break;
    names.push_back(name);
  }
  return names;
}

}  // namespace linkspan::charset
