#include "render/openable.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace linkspan::render {
namespace {

// In the order of the alphabet. "list": the safelisted schemes of the HTML Standard (section
// "Custom scheme handlers"), which say of themselves that a page may hand them to an application.
// The others are ours: each fetches or shows something of the place that it names.
constexpr std::array<std::string_view, 38> kOpenable = {
    "bitcoin",      // list
    "ftp",          // list
    "ftps",         // list
    "gemini",       //
    "geo",          // list
    "git",          //
    "gopher",       //
    "http",         // of the browser itself
    "https",        // of the browser itself
    "im",           // list
    "imap",         //
    "irc",          // list
    "ircs",         // list
    "ldap",         //
    "ldaps",        //
    "magnet",       // list
    "mailto",       // list
    "matrix",       // list
    "mms",          // list
    "news",         // list
    "nntp",         // list
    "openpgp4fpr",  // list
    "rsync",        //
    "rtsp",         //
    "rtsps",        //
    "sftp",         // list
    "sip",          // list
    "sips",         // as sip
    "sms",          // list
    "smsto",        // list
    "snews",        // as news
    "ssh",          // list
    "svn",          //
    "tel",          // list
    "urn",          // list
    "webcal",       // list
    "wtai",         // list
    "xmpp",         // list
};
static_assert(std::is_sorted(kOpenable.begin(), kOpenable.end()));

// In the order of the alphabet. What follows these is run, or shown in the name of another page, by
// what opens it: no choice of the user's makes that safe, as the text is a stranger's.
constexpr std::array<std::string_view, 11> kNeverOpenable = {
    "blob",  "data",  "filesystem", "jar",      "javascript",  "jscript",
    "mhtml", "mocha", "vbs",        "vbscript", "view-source",
};
static_assert(std::is_sorted(kNeverOpenable.begin(), kNeverOpenable.end()));

constexpr size_t kLongestScheme = 64;

bool is_graphic_ascii(char c) { return c > ' ' && c < '\x7F'; }

bool is_scheme_name(std::string_view name) {
  const auto is_scheme_byte = [](char c) {
    return base::is_ascii_alphanumeric(static_cast<unsigned char>(c)) || c == '+' || c == '-' ||
           c == '.';
  };
  return !name.empty() && name.size() <= kLongestScheme &&
         base::is_ascii_letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), is_scheme_byte);
}

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Result<OpenableSchemes> OpenableSchemes::create(const std::vector<std::string>& names) {
  OpenableSchemes schemes;
  for (size_t i = 0; i < names.size(); ++i) {
    const char sign = names[i].empty() ? '\0' : names[i].front();
    const bool is_signed = sign == '+' || sign == '-';
    const std::string name =
        base::to_ascii_lower(std::string_view(names[i]).substr(is_signed ? 1 : 0));
    if (!is_scheme_name(name)) {
      return Error{ErrorCode::invalid_argument, i, "'" + name + "' is not the name of a scheme"};
    }
    const bool is_refused =
        sign != '-' && std::binary_search(kNeverOpenable.begin(), kNeverOpenable.end(), name);
    if (is_refused) {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + name +
                       ":' is never opened: what follows it would be run, or shown as "
                       "a page that it is not"};
    }
    auto& list = sign == '+' ? schemes.added_ : sign == '-' ? schemes.removed_ : schemes.only_;
    list.push_back(name);
  }
  return schemes;
}

bool OpenableSchemes::has(std::string_view lower_case_name) const {
  if (is_one_of(removed_, lower_case_name)) return false;
  if (is_one_of(added_, lower_case_name)) return true;
  if (!only_.empty()) return is_one_of(only_, lower_case_name);
  return std::binary_search(kOpenable.begin(), kOpenable.end(), lower_case_name);
}

bool is_openable(std::string_view uri, const OpenableSchemes& schemes) {
  const size_t colon = uri.substr(0, kLongestScheme + 1).find(':');
  if (colon == std::string_view::npos) return false;
  return schemes.has(base::to_ascii_lower(uri.substr(0, colon))) &&
         std::all_of(uri.begin(), uri.end(), is_graphic_ascii);
}

}  // namespace linkspan::render
