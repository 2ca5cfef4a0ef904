// SPDX-License-Identifier: Apache-2.0
// The module linkspan-mail.so (modules/modules.h).
#include "modules/modules.h"

namespace linkspan::command {

extern "C" [[gnu::visibility("default")]] void linkspan_read_message(
    std::string_view message, const mail::ReadOptions& options, mail::Visitor& visitor,
    mail::Summary& summary) {
  summary = mail::read_message(message, options, visitor);
}

}  // namespace linkspan::command
