// SPDX-License-Identifier: Apache-2.0
// The host of the destination of a link, if the text of the link does not show it.
//
//   https://bücher.example/         nothing                 the text shows it in its own script
//   https://pаypal.com/             xn--pypal-4ve.com       the form that is resolved, as it has a
//                                                           Cyrillic letter, which a warning says
//   https://bank.example@a.example  a.example               `bank.example` is the userinfo
//   https://exam⏎ple.org/           example.org             in two pieces, it is hard to read
//   https://example.org/            nothing                 the text shows it
//
// Guarded by tests/command/cli/command_render_test.cc.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "linkspan/render.h"
#include "scan/syntax/split.h"

namespace linkspan::render {
namespace {

std::string_view part_of(std::string_view text, Part part) {
  const bool is_there = part.present() && part.end <= text.size();
  return is_there ? part.text(text) : std::string_view();
}

// The domain of an address; of a list of addresses, that of the last one.
std::string_view domain_of_address(std::string_view address) {
  address = address.substr(0, address.find('?'));
  const size_t at = address.rfind('@');
  return at == std::string_view::npos ? std::string_view() : address.substr(at + 1);
}

// The text of a link in one piece, else an empty string.
std::string_view visible_host(const Link& link) {
  if (link.pieces.size() != 1) return {};
  if (link.span.kind == Kind::email) return domain_of_address(link.text);
  const Parts& parts = link.span.parts;
  // Of an anchor, `parts` are those of the IRI: does the text begin as that?
  const Range up_to_host{0, parts.host.present() ? parts.host.end : 0};
  const bool is_anchor = link.span.form == Form::href;
  if (is_anchor && (up_to_host.end > std::min(link.text.size(), link.iri.size()) ||
                    up_to_host.text(link.text) != up_to_host.text(link.iri))) {
    return {};
  }
  return parts.userinfo.present() ? std::string_view() : part_of(link.text, parts.host);
}

}  // namespace

std::string_view destination_of(const Link& link) {
  if (link.span.kind == Kind::email) return domain_of_address(link.uri);
  const std::string_view uri = opened_uri(link);
  return part_of(uri, scan::split_components(uri).host);
}

std::string_view opened_uri(const Link& link) {
  return link.target.empty() ? link.uri : link.target;
}

std::string hidden_destination(const Link& link) {
  const std::string host = base::to_ascii_lower(destination_of(link));
  const std::string_view visible = visible_host(link);
  const bool is_in_own_script = link.warnings.empty() && !base::is_all_ascii(visible) &&
                                host.find("xn--") != std::string::npos;
  const bool is_seen = is_in_own_script || base::to_ascii_lower(visible) == host;
  return is_seen ? std::string() : std::string(destination_of(link));
}

std::string warning_sign(const Link& link) {
  if (!is_serious(link.warnings)) return {};
  std::string sign = "\u26A0 ";
  const std::string_view host = destination_of(link);
  if (!host.empty()) ((sign += "leads to ") += host) += ' ';
  std::string_view separator = "(";
  for (const Warning warning : link.warnings) {
    (sign += separator) += to_string(warning);
    separator = ", ";
  }
  return sign + ')';
}

}  // namespace linkspan::render
