// SPDX-License-Identifier: Apache-2.0
// The options to read a text part, by its declarations.
//
//   text/plain; charset=us-ascii; format=flowed     the given charset, flowed, quote prefixes
//   text/calendar; charset=utf-8                    utf-8, content lines (RFC 5545)
//
// Guarded by tests/mail/mail_documents_test.cc.
#include <string_view>

#include "linkspan/charset.h"
#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

// A part that declares nothing has fixed lines (RFC 3676, section 4.1).
Flow flow_of(const TextPart& part) {
  const Flow by_type = flow_of_media_type(part.media_type);
  return by_type != Flow::fixed ? by_type : part.flow;
}

// Programs write us-ascii if they do not know the charset.
bool names_charset(std::string_view declared) {
  return !declared.empty() && !charset::is_label_of_ascii(declared) &&
         !charset::is_label_of_unknown(declared);
}

}  // namespace

DocumentOptions document_options(const TextPart& part, DocumentOptions base,
                                 std::string_view charset) {
  base.charset = names_charset(part.charset) ? std::string_view(part.charset) : charset;
  if (part.media_type == "text/html") {
    base.markup = Markup::html;
    base.relative_hosts = RelativeHosts::read;
  }
  if (!part.location.empty()) base.base = part.location;
  base.layout.flow = flow_of(part);
  const bool has_quotes = base.layout.flow <= Flow::flowed_delsp;
  base.layout.quoting = has_quotes ? Quoting::prefixes : Quoting::none;
  return base;
}

}  // namespace linkspan::mail
