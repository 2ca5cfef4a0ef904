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

constexpr size_t kLongestScheme = 11;
static_assert(std::all_of(kOpenable.begin(), kOpenable.end(),
                          [](std::string_view scheme) { return scheme.size() <= kLongestScheme; }));

bool is_graphic_ascii(char c) { return c > ' ' && c < '\x7F'; }

}  // namespace

bool is_openable(std::string_view uri) {
  const size_t colon = uri.substr(0, kLongestScheme + 1).find(':');
  if (colon == std::string_view::npos) return false;
  std::string scheme(uri.substr(0, colon));
  for (char& c : scheme) {
    if (base::is_ascii_letter(static_cast<unsigned char>(c))) c = static_cast<char>(c | 0x20);
  }
  return std::binary_search(kOpenable.begin(), kOpenable.end(), scheme) &&
         std::all_of(uri.begin(), uri.end(), is_graphic_ascii);
}

}  // namespace linkspan::render
