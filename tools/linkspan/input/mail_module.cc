// SPDX-License-Identifier: Apache-2.0
// The module linkspan-mail.so (common/module.h).
#include "input/document_reader.h"
#include "linkspan/mail.h"

namespace linkspan::command {

void linkspan_read_message(std::string_view message, const mail::ReadOptions& options,
                           mail::Visitor& visitor, mail::Summary& summary) {
  summary = mail::read_message(message, options, visitor);
}

}  // namespace linkspan::command
