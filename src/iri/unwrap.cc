// SPDX-License-Identifier: Apache-2.0
// Where a link leads that goes through another site: iri::unwrap(), and iri::strip_tracking().
//
//   https://nam1.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2F&data=…
//   └ host=*.safelinks.protection.outlook.com    └ parameter=url                   →
//   https://a.example/ https://urldefense.com/v3/__https://a.example/b*c__;Iw!!…  →
//   https://a.example/b#c https://www.google.com/url?q=https://a.example%5C@b.example → nothing: a
//   browser and a library
//                                                              disagree about the host
//   https://user@www.google.com/url?q=…                        → nothing
//
// The rows are grammars/wrappers.txt: which URLs are wrappers, and a form that says how the target
// is written. A form returns the text of the target as the wrapper has it; one function,
// uri_of_target(), decides for all of them whether it is one. So no row can give another host than
// the one that its wrapper names: the text after `//` up to the next delimiter, which must be a
// host by RFC 3986 and to a browser.
//
// Each level reads its URL a few times and is not longer than the last, so that time is linear.
// Guarded by tests/iri/unwrap_test.cc.
#include "iri/unwrap.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "automata/tracking_parameters.h"
#include "automata/wrappers.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/utf8.h"
#include "iri/mapper.h"
#include "iri/percent.h"
#include "linkspan/iri.h"
#include "scan/syntax/split.h"

namespace linkspan::iri {
namespace {

using automata::wrappers::Key;
using Row = std::remove_cvref_t<decltype(automata::kWrappers[0])>;
using Text = std::optional<std::string>;

constexpr int kDeepest = 8;

// Calls `matches` with each text between commas, until it returns true.
template <class Matches>
bool any_of_list(std::string_view list, const Matches& matches) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (matches(list.substr(0, comma))) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

bool is_in(std::string_view lower_case_word, std::string_view list) {
  return base::is_in_list(lower_case_word, list, ',');
}

// --- the wrapper

// A URL of http without user information, at the port of its scheme.
struct Url {
  std::string host;             // in lower case, without a dot at its end
  std::string_view path;        // at least `/`
  std::string_view query;       // after the `?`
  std::string_view after_host;  // path, query and fragment
};

std::optional<Url> url_of(std::string_view text) {
  const size_t host = base::to_ascii_lower(text.substr(0, 8)) == "https://"  ? 8
                      : base::to_ascii_lower(text.substr(0, 7)) == "http://" ? 7
                                                                             : 0;
  if (host == 0 || text.size() >= Part::kAbsent) return std::nullopt;
  const Parts parts = scan::split_components(text);
  if (!parts.host.present() || parts.userinfo.present() || parts.host.begin != host) {
    return std::nullopt;
  }
  const std::string_view port = parts.port.present() ? parts.port.text(text) : std::string_view();
  if (!port.empty() && port != (host == 8 ? "443" : "80")) return std::nullopt;
  Url url{base::to_ascii_lower(parts.host.text(text)), parts.path.text(text), {}, {}};
  if (url.host.ends_with('.')) url.host.pop_back();
  if (url.path.empty()) url.path = "/";
  if (parts.query.present()) url.query = parts.query.text(text);
  url.after_host = text.substr(parts.path.begin);
  return url;
}

// `com`, `de`, `co.uk`, `com.br`
bool is_domain_of_country(std::string_view domain) {
  constexpr std::string_view kSecondLevels[] = {"co.", "com."};
  if (domain == "com") return true;
  for (const std::string_view second : kSecondLevels) {
    if (domain.starts_with(second)) domain.remove_prefix(second.size());
  }
  return domain.size() == 2 && base::is_ascii_letter(static_cast<uint8_t>(domain[0])) &&
         base::is_ascii_letter(static_cast<uint8_t>(domain[1]));
}

bool matches_host(std::string_view host, std::string_view pattern) {
  if (pattern == "*") return true;
  if (pattern.starts_with('*')) {
    return host.size() > pattern.size() - 1 && host.ends_with(pattern.substr(1));
  }
  if (!pattern.ends_with('*')) return host == pattern;
  const std::string_view name = pattern.substr(0, pattern.size() - 1);
  return host.starts_with(name) && is_domain_of_country(host.substr(name.size()));
}

// `redirect` of /a/redirect.php and /a/redirect/
std::string last_segment(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  path.remove_prefix(path.rfind('/') + 1);
  return base::to_ascii_lower(path.substr(0, path.find('.')));
}

bool matches_path(std::string_view path, std::string_view pattern) {
  if (pattern.starts_with("*/")) return last_segment(path) == pattern.substr(2);
  if (!pattern.ends_with('*')) return path == pattern;
  return path.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool matches(const Url& url, const Row& row) {
  const auto is_of_host = [&](std::string_view host) { return matches_host(url.host, host); };
  const auto is_of_path = [&](std::string_view path) { return matches_path(url.path, path); };
  if (!any_of_list(row.texts[Key::host], is_of_host)) return false;
  const std::string_view paths = row.texts[Key::path];
  if (paths.empty() || any_of_list(paths, is_of_path)) return true;
  const bool has_subdomain = std::count(url.host.begin(), url.host.end(), '.') > 1;
  return has_subdomain && is_in(url.host.substr(0, url.host.find('.')), row.texts[Key::label]);
}

// --- decoding

// What a `+` is: a space in the query of a form (WHATWG URL Standard, section 5.1).
enum class Plus : uint8_t { plus, space };

std::string without_escapes(std::string_view text, Plus plus) {
  std::string decoded;
  for (size_t at = 0; at < text.size();) {
    if (is_escape(text, at)) {
      constexpr auto value = [](char c) {
        return c <= '9' ? c - '0' : base::to_ascii_lower(c) - 'a' + 10;
      };
      decoded += static_cast<char>(value(text[at + 1]) << 4 | value(text[at + 2]));
      at += 3;
    } else {
      decoded += text[at] == '+' && plus == Plus::space ? ' ' : text[at];
      ++at;
    }
  }
  return decoded;
}

// Of both alphabets (RFC 4648), without padding or with it. Empty if it is not Base64.
std::string without_base64(std::string_view text) {
  std::string bytes;
  uint32_t bits = 0, count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_";
    size_t digit = kDigits.find(c);
    if (digit == kDigits.npos) return {};
    if (digit >= 64) digit -= 2;  // `-` and `_` for `+` and `/`
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

// --- the target

// May browsers and RFC 3986 read the text in different ways? They drop tabs and line breaks, take a
// backslash for a slash, and any number of slashes for two.
bool is_ambiguous(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<uint8_t>(c) < ' ' || c == '\x7F' || c == '\\';
  });
}

// What no URI contains is percent-encoded, as a browser does: spaces, `"<>^` and the like, a `%`
// without digits, a second `#`, and bytes that are not UTF-8.
std::string with_escapes(std::string_view text) {
  std::string encoded;
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const size_t fragment = std::min(text.find('#'), text.size());
  for (size_t at = 0; at < text.size();) {
    const base::CodePoint c = base::decode(begin + at, begin + text.size(), base::Text::complete);
    constexpr std::string_view kInNoUri = " \"<>^`{|}";
    const bool is_kept = c.value != base::kIllFormed &&
                         (c.value >= 0x80 || kInNoUri.find(text[at]) == kInNoUri.npos) &&
                         (text[at] != '%' || is_escape(text, at)) &&
                         (text[at] != '#' || at == fragment);
    if (is_kept) {
      encoded += text.substr(at, c.length);
    } else {
      append_percent_encoded(encoded, text.substr(at, c.length));
    }
    at += c.length;
  }
  return encoded;
}

// The URI of a target; nullopt if it is not a URL of http with a host that everybody reads alike.
Text uri_of_target(std::string_view text) {
  const size_t after = text.find("://");
  const std::string scheme = base::to_ascii_lower(text.substr(0, std::min(after, size_t{6})));
  if ((scheme != "http" && scheme != "https") || is_ambiguous(text)) return std::nullopt;
  std::string uri = Mapper().map_iri(with_escapes(text)).uri;
  const auto is_graphic = [](char c) { return c > ' ' && c < '\x7F'; };
  if (!std::all_of(uri.begin(), uri.end(), is_graphic)) return std::nullopt;
  const size_t end = std::min(uri.find_first_of("/?#", after + 3), uri.size());
  const Result<View> site = parse(std::string_view(uri).substr(0, end), Grammar::uri);
  if (!site.ok() || !site->host() || site->host()->empty()) return std::nullopt;
  // Of what RFC 3986 allows in a name, no domain has these.
  if (site->host()->find_first_of("%,;!$&'()*+=~") != std::string_view::npos) return std::nullopt;
  return uri;
}

// --- forms

// The values of the parameters that the row names. Calls `take` with each.
template <class Take>
void each_value(std::string_view query, std::string_view names, const Take& take) {
  while (!query.empty()) {
    const size_t end = std::min(query.find('&'), query.size());
    const std::string_view parameter = query.substr(0, end);
    const size_t equals = parameter.find('=');
    if (equals != parameter.npos &&
        is_in(base::to_ascii_lower(parameter.substr(0, equals)), names)) {
      take(parameter.substr(equals + 1));
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
}

// The target that all of them name. None if two name different ones: who knows which is followed.
template <class Decode>
Text of_parameters(const Url& url, const Row& row, const Decode& decode) {
  Text found;
  bool is_one = true;
  each_value(url.query, row.texts[Key::parameter], [&](std::string_view value) {
    Text target = uri_of_target(decode(value));
    if (!target) return;
    is_one = is_one && (!found || *found == *target);
    found = std::move(target);
  });
  return is_one ? found : std::nullopt;
}

Text of_form(const Url& url, const Row& row) {
  return of_parameters(url, row,
                       [](std::string_view value) { return without_escapes(value, Plus::space); });
}

Text of_escaped(const Url& url, const Row& row) {
  return of_parameters(url, row,
                       [](std::string_view value) { return without_escapes(value, Plus::plus); });
}

// `-` for `%`, and `_` for `/`
Text of_proofpoint_v2(const Url& url, const Row& row) {
  return of_parameters(url, row, [](std::string_view value) {
    std::string escaped(value);
    std::replace(escaped.begin(), escaped.end(), '-', '%');
    std::replace(escaped.begin(), escaped.end(), '_', '/');
    return without_escapes(escaped, Plus::plus);
  });
}

Text of_base64(const Url& url, const Row& row) {
  return of_parameters(url, row, [](std::string_view value) {
    return without_base64(without_escapes(value, Plus::plus));
  });
}

Text of_base64_a1(const Url& url, const Row& row) {
  return of_parameters(url, row, [](std::string_view value) {
    return value.starts_with("a1") ? without_base64(without_escapes(value.substr(2), Plus::plus))
                                   : std::string();
  });
}

// The whole query is the target, percent-encoded or as it is.
Text of_query(const Url& url, const Row& /*row*/) {
  const bool is_plain = url.query.find("://") != url.query.npos;
  return uri_of_target(is_plain ? std::string(url.query) : without_escapes(url.query, Plus::plus));
}

// The rest of the path from `http` on, percent-encoded.
Text in_path(const Url& url, const Row& /*row*/) {
  const size_t begin = url.path.find("/http");
  if (begin == url.path.npos) return std::nullopt;
  const std::string_view target = url.path.substr(begin + 1);
  return target.find("://") == target.npos ? uri_of_target(without_escapes(target, Plus::plus))
                                           : uri_of_target(url.after_host.substr(begin + 1));
}

// https://url.avanan.click/v2/___https://a.example/___.YXAz…
Text of_underlined(const Url& url, const Row& /*row*/) {
  constexpr std::string_view kBegin = "/___", kEnd = "___.";
  const size_t begin = url.after_host.find(kBegin);
  const size_t end = url.after_host.rfind(kEnd);
  if (begin == url.after_host.npos || end == url.after_host.npos) return std::nullopt;
  const size_t target = begin + kBegin.size();
  return target < end ? uri_of_target(url.after_host.substr(target, end - target)) : std::nullopt;
}

// /amp/s/example.org/a, /c/s/example.org/a: `s` is for https. The parameters of the viewer are not
// those of the page.
Text of_amp(const Url& url, const Row& row) {
  constexpr std::string_view kOfViewer[] = {"amp_", "usqp", "aoh", "ampshare"};
  std::string_view path = url.path;
  any_of_list(row.texts[Key::path], [&](std::string_view pattern) {
    const bool is_it = matches_path(path, pattern);
    if (is_it) path.remove_prefix(pattern.size() - 1);
    return is_it;
  });
  const bool is_secure = path.starts_with("s/");
  if (is_secure) path.remove_prefix(2);
  const std::string_view host = path.substr(0, path.find('/'));
  if (host.find('.') == host.npos || host.find_first_of("@%") != host.npos) return std::nullopt;
  std::string target = (is_secure ? "https://" : "http://") + std::string(path);
  char separator = '?';
  for (std::string_view query = url.query; !query.empty();) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(one.size() + 1, query.size()));
    if (base::begins_with_one_of(one, kOfViewer)) continue;
    (target += std::exchange(separator, '&')) += one;
  }
  return uri_of_target(target);
}

// https://urldefense.com/v3/__TARGET__;BASE64!!…: a `*` in the target stands for the next character
// of BASE64, and `**` and a digit for a run of them, of which `A` is the shortest, with two.
class ProofpointV3 {
 public:
  static Text target(const Url& url, const Row& /*row*/) {
    constexpr std::string_view kBegin = "/v3/__", kEnd = "__;";
    const std::string_view text = url.after_host;
    const size_t end = text.find(kEnd, kBegin.size());
    if (end == text.npos) return std::nullopt;
    const std::string_view rest = text.substr(end + kEnd.size());
    ProofpointV3 reader(without_base64(rest.substr(0, rest.find('!'))));
    const Text read = reader.read(text.substr(kBegin.size(), end - kBegin.size()));
    return read ? uri_of_target(with_two_slashes(*read)) : std::nullopt;
  }

 private:
  explicit ProofpointV3(std::string characters) : characters_(std::move(characters)) {}

  Text read(std::string_view text) {
    std::string target;
    for (size_t at = 0; at < text.size(); ++at) {
      size_t count = 1;
      if (text[at] != '*') {
        target += text[at];
        continue;
      }
      if (at + 2 < text.size() && text[at + 1] == '*') {
        constexpr std::string_view kRuns =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        const size_t run = kRuns.find(text[at + 2]);
        if (run == kRuns.npos) return std::nullopt;
        count = run + 2;
        at += 2;
      }
      for (; count > 0; --count) {
        const auto* const next = reinterpret_cast<const uint8_t*>(characters_.data()) + used_;
        const auto* const end =
            reinterpret_cast<const uint8_t*>(characters_.data()) + characters_.size();
        if (next == end) return std::nullopt;
        const size_t length = base::decode(next, end, base::Text::complete).length;
        target.append(characters_, used_, length);
        used_ += length;
      }
    }
    return target;
  }

  // Some mail servers join the slashes of `https://`.
  static std::string with_two_slashes(std::string_view target) {
    const size_t colon = target.find(":/");
    if (colon == target.npos || target.substr(colon).starts_with("://")) return std::string(target);
    return std::string(target.substr(0, colon + 1)).append("/").append(target.substr(colon + 1));
  }

  std::string characters_;
  size_t used_ = 0;
};

struct Form {
  std::string_view name;
  Text (*target)(const Url&, const Row&);
};
constexpr Form kForms[] = {{"", of_form},
                           {"escaped", of_escaped},
                           {"proofpoint-v2", of_proofpoint_v2},
                           {"proofpoint-v3", ProofpointV3::target},
                           {"base64", of_base64},
                           {"base64-a1", of_base64_a1},
                           {"query", of_query},
                           {"in-path", in_path},
                           {"underlined", of_underlined},
                           {"amp", of_amp}};

// Not a constant expression: called for a form of the file that is not known.
void the_form_is_not_known() {}

constexpr size_t form_of(const Row& row) {
  for (size_t i = 0; i < std::size(kForms); ++i) {
    if (kForms[i].name == row.texts[Key::form]) return i;
  }
  the_form_is_not_known();
  return 0;
}

constexpr auto kFormOfRow = [] {
  std::array<size_t, std::size(automata::kWrappers)> forms{};
  for (size_t i = 0; i < forms.size(); ++i) forms[i] = form_of(automata::kWrappers[i]);
  return forms;
}();

// One level.
Text unwrapped_once(std::string_view uri, Wrappers wrappers) {
  const std::optional<Url> url = url_of(uri);
  if (!url || !may_be_wrapper(url->after_host)) return std::nullopt;
  for (size_t i = 0; i < std::size(automata::kWrappers); ++i) {
    const Row& row = automata::kWrappers[i];
    const bool is_guess = row.texts[Key::host] == "*";
    if ((is_guess && wrappers == Wrappers::services) || !matches(*url, row)) continue;
    Text target = kForms[kFormOfRow[i]].target(*url, row);
    if (target) return target;
  }
  return std::nullopt;
}

// --- tracking

bool is_tracking(std::string_view name, std::string_view host) {
  const std::string lower = base::to_ascii_lower(name);
  return std::any_of(
      std::begin(automata::kTrackingParameters), std::end(automata::kTrackingParameters),
      [&](const auto& row) {
        const bool is_named = row.word.ends_with('*')
                                  ? lower.starts_with(row.word.substr(0, row.word.size() - 1))
                                  : lower == row.word;
        const std::string_view sites = row.texts[automata::tracking_parameters::Key::site];
        return is_named && (sites.empty() || any_of_list(sites, [&](std::string_view site) {
                              return host == site || (host.ends_with(site) &&
                                                      host[host.size() - site.size() - 1] == '.');
                            }));
      });
}

}  // namespace

Text unwrap(std::string_view uri, Wrappers wrappers) {
  Text target = unwrapped_once(uri, wrappers);
  for (int depth = 1; target && depth < kDeepest; ++depth) {
    Text next = unwrapped_once(*target, wrappers);
    if (!next) break;
    target = std::move(next);
  }
  return target;
}

std::string strip_tracking(std::string_view uri) {
  const std::optional<Url> url = url_of(uri);
  if (!url || url->query.empty()) return std::string(uri);
  const auto query = static_cast<size_t>(url->query.data() - uri.data());
  std::string kept(uri.substr(0, query - 1));
  char separator = '?';
  for (std::string_view rest = url->query; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (is_tracking(one.substr(0, one.find('=')), url->host)) continue;
    (kept += std::exchange(separator, '&')) += one;
  }
  return kept.append(uri.substr(query + url->query.size()));
}

}  // namespace linkspan::iri
