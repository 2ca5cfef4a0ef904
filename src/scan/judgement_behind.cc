// What stands behind a site and is no path or query of it: other sites, the word for something
// else, the next sentence.

#include <algorithm>
#include <string_view>

#include "automata/tlds.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/judgement_questions.h"
#include "scan/shortcuts.h"

namespace linkspan::scan {
namespace {

// jumia.com.ng: letters, digits and hyphens, with the domain of a country, or one of the oldest,
// behind the last dot.
bool is_name_of_site(std::string_view text) {
  const size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0) return false;
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '.' || c == '-';
  });
  if (!is_plain) return false;
  const Window window{reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(),
                      base::Text::complete};
  const Label tld(window, dot + 1, text.size());
  const bool is_usual = tld.bytes() == 2 || tld.is_one_of({"com", "org", "net"});
  return is_usual && find_by_steps<automata::kTlds>(window, tld) != 0;
}

// Are all segments of the row sites? How many there are, 0 if not.
size_t count_sites(std::string_view row) {
  size_t sites = 0;
  for (size_t begin = 0; begin <= row.size(); ++sites) {
    const size_t end = std::min(row.find('/', begin), row.size());
    if (!is_name_of_site(row.substr(begin, end - begin))) return 0;
    begin = end + 1;
  }
  return sites;
}

// Sites where others are looked up, or have a page: denic.de/spiegel.de, github.com/example.com
bool tells_of_sites(const BareHost& host) {
  constexpr std::string_view kParts[] = {"archive", "check", "dns", "domain", "git",
                                         "host",    "link",  "nic", "seo",    "stat",
                                         "web",     "whois", "wiki"};
  return base::contains_one_of(host.labels_before_tld(), kParts);
}

// Are names with this top-level domain those of platforms, where `site.tld` is a user, or of files?
bool may_have_names_below(const BareHost& host) {
  return is_suffix_in_use(host) || host.tld_is(TldTrait::suffix) ||
         host.tld_is(
             {"am", "be", "cc", "co", "ee", "fm", "gg", "io", "is", "ly", "me", "ru", "to", "tv"});
}

}  // namespace

// www.example.de/www.example.net, habari.co.tz/gazeti.co.tz: another site behind the slash. Behind
// other domains it may be a name, or what is looked up there: dzen.ru/kp.ru, whois.com/example.com
bool is_beside_site(const BareHost& host, bool is_www) {
  constexpr std::string_view kEndsName = " /,;:)]\"'!?\r";
  constexpr std::string_view kWww = "www.";
  std::string_view next = host.text_behind();
  if (!next.starts_with('/')) return false;
  next.remove_prefix(1);
  const size_t end = std::min(next.find_first_of(kEndsName), next.size());
  base::count_steps(end);
  if (end < next.size() && next[end] == '/') return false;
  next = next.substr(0, end);
  while (next.ends_with('.')) next.remove_suffix(1);
  if (next.starts_with(kWww)) return is_www && next.find('.', kWww.size()) != next.npos;
  if (host.places.labels < 3 || !host.tld_is_of_country()) return false;
  const Label second = host.second_level();
  const std::string_view registry = host.window.slice(second.begin - 1, host.places.end);
  return is_below_countries(second) && next.size() > registry.size() && next.ends_with(registry) &&
         std::all_of(next.begin(), next.end(), [](char c) {
           return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '.' || c == '-';
         });
}

// work.ua/robota.ua, jiji.ng/jumia.com.ng/konga.com: nothing but sites behind the slash, two of
// them, or one of the same country, or one that such a row ends with. Elsewhere it may be a name,
// or what is looked up there: dzen.ru/kp.ru
bool is_in_row_of_sites(const BareHost& host, BehindSite behind_site) {
  constexpr std::string_view kEndsRow = " ,;:)]\"'!?\r";
  const std::string_view behind = host.text_behind();
  if (!behind.starts_with('/')) return false;
  const size_t end = std::min(behind.find_first_of(kEndsRow), behind.size());
  const bool is_cut = end == behind.size() && end + 4 >= kLookedAtBehindDomain;
  const bool has_query = end + 1 < behind.size() && behind[end] == '?' && behind[end + 1] != ' ';
  if (is_cut || has_query) return false;
  std::string_view row = behind.substr(1, end - 1);
  while (row.ends_with('.')) row.remove_suffix(1);
  base::count_steps(row.size());
  const size_t sites = count_sites(row);
  if (sites == 0 || tells_of_sites(host)) return false;
  if (sites >= 2 || behind_site == BehindSite::yes) return true;
  const std::string_view tld = host.window.slice(host.places.last_label - 1, host.places.end);
  return host.places.labels == 2 && host.tld_is_of_country() && !may_have_names_below(host) &&
         row.ends_with(tld);
}

// zone example.net/IN: the class of a zone, as name servers write it (RFC 1035, section 3.2.4).
bool is_of_zone(const BareHost& host) {
  const std::string_view behind = host.text_behind();
  constexpr std::string_view kInternet = "/IN";
  const bool is_class = behind.starts_with(kInternet) &&
                        (behind.size() == kInternet.size() ||
                         !base::is_ascii_alphanumeric(static_cast<uint8_t>(behind[3])));
  return is_class && host.text_before().ends_with("zone ");
}

// example.jp/電話:…, example.cn/微博@…, example.com.cn/客服400-…: a word that tells of something
// else.
bool is_before_entry(const BareHost& host) {
  constexpr std::string_view kEntries[] = {"/电话",   "/電話",   "/微博", "/微信",
                                           "/公众号", "/客服",   "/热线", "/邮箱",
                                           "/邮件",   "/メール", "/전화", "/이메일"};
  constexpr base::AsciiSet kBeforeValue(":@0123456789");
  const std::string_view behind = host.text_behind();
  return std::any_of(std::begin(kEntries), std::end(kEntries), [&](std::string_view entry) {
    if (!behind.starts_with(entry)) return false;
    const std::string_view value = behind.substr(entry.size());
    return value.starts_with("：") ||
           (!value.empty() && kBeforeValue.contains(static_cast<uint8_t>(value[0])));
  });
}

bool site_stands_at(const Window& window, uint64_t begin) {
  const uint64_t limit = begin + kLookedAtBehindDomain - 1;  // behind the run and the mark
  uint64_t end = begin;
  while (end < std::min(limit, window.end) && may_stand_in_plain_run(window.byte(end))) ++end;
  base::count_steps(end - begin);
  if (end == limit) return false;
  while (end > begin && window.byte(end - 1) == '.') --end;
  return is_name_of_site(window.slice(begin, end));
}

// olx.ba?meni nece nikako, example.com.br??é confiável: behind the mark a word of letters, and more
// of them. A query may be one word, and in English a sentence about it may follow:
// example.com?debug and look
bool is_before_question(const BareHost& host) {
  constexpr std::string_view kQueries[] = {"all",   "debug",   "download", "edit", "help", "info",
                                           "json",  "list",    "login",    "new",  "page", "plain",
                                           "print", "raw",     "ref",      "test", "text", "trace",
                                           "v",     "verbose", "version",  "wsdl", "xml",  "xsd"};
  const std::string_view behind = host.text_behind();
  const auto is_letter = [](char c) {
    return base::is_ascii_letter(static_cast<uint8_t>(c)) || static_cast<uint8_t>(c) >= 0x80;
  };
  const size_t begin = behind.find_first_not_of("?!");
  if (begin == 0 || begin == behind.npos || behind[0] != '?' || !is_letter(behind[begin])) {
    return false;
  }
  size_t end = begin;
  while (end < behind.size() && (is_letter(behind[end]) || behind[end] == '\'')) ++end;
  base::count_steps(end);
  const bool word_follows =
      end + 1 < behind.size() && behind[end] == ' ' && is_letter(behind[end + 1]);
  return word_follows &&
         (begin > 1 || !base::is_one_of(behind.substr(begin, end - begin), kQueries));
}

}  // namespace linkspan::scan
