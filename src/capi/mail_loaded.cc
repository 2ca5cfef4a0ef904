// SPDX-License-Identifier: Apache-2.0
// mail::read_message() of a library that is not linked with GMime. The rest of linkspan::mail does
// without it, and is linked.
#include "capi/modules.h"

namespace linkspan {
namespace {

const Result<void*>& entry() {
  static const Result<void*> found = capi::find_entry("mail.so", "module_read_message");
  return found;
}

}  // namespace

std::optional<Error> capi::load_mail() {
  return entry().ok() ? std::nullopt : std::optional<Error>(entry().error());
}

mail::Summary mail::read_message(std::string_view message, const ReadOptions& options,
                                 Visitor& visitor) {
  Summary summary;
  if (entry().ok()) {
    reinterpret_cast<capi::ReadMessageEntry*> (*entry())(message, options, visitor, summary);
  }
  return summary;
}

}  // namespace linkspan
