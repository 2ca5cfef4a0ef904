// SPDX-License-Identifier: Apache-2.0
// The module mail.so (modules.h).
#include "capi/modules.h"

extern "C" [[gnu::visibility("default")]] void linkspan::capi::module_read_message(
    std::string_view message, const mail::ReadOptions& options, mail::Visitor& visitor,
    mail::Summary& summary) {
  summary = mail::read_message(message, options, visitor);
}
