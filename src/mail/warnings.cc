// SPDX-License-Identifier: Apache-2.0
// One sentence for each kind of malformed messages: programs that read many messages count kinds,
// as a mailbox may have hundreds of thousands of warnings.
//
//   "part 1.2 is not in base64, and was read as 8bit"     kind not_so_encoded, one of many
//   sentences
//
// Guarded by tests/mail/mail_message_test.cc and tests/command/common/remarks_test.cc.
#include <array>
#include <cstddef>

#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

struct WarningSentence {
  WarningKind kind;
  std::string_view text;  // without the details of one message
};

// In the order of the kinds.
constexpr std::array kWarningSentences = {
    WarningSentence{WarningKind::no_header,
                    "there is no header, so all of the message is read as its text"},
    WarningSentence{WarningKind::header_without_end,
                    "a header ends without an empty line, and its text begins here"},
    WarningSentence{WarningKind::not_a_field, "a line in a header is not a field and was left out"},
    WarningSentence{WarningKind::malformed_content_type, "a Content-Type field is malformed"},
    WarningSentence{WarningKind::malformed_parameter, "a parameter is malformed and was left out"},
    WarningSentence{WarningKind::conflicting_field,
                    "a field comes twice and says different things"},
    WarningSentence{WarningKind::conflicting_parameter,
                    "a parameter comes twice and says different things"},
    WarningSentence{WarningKind::cut_field,
                    "a field is longer or has more parameters than can be meant, and was cut"},
    WarningSentence{WarningKind::no_boundary, "a multipart names no boundary"},
    WarningSentence{WarningKind::no_parts, "a multipart has no parts"},
    WarningSentence{WarningKind::text_of_multipart,
                    "a part is the text of a multipart without parts"},
    WarningSentence{WarningKind::cut_off, "the message ends before its last boundary"},
    WarningSentence{WarningKind::empty_part, "a part is empty"},
    WarningSentence{
        WarningKind::not_so_encoded,
        "a part is not in the transfer encoding that it declares, and was read as 8bit"},
    WarningSentence{WarningKind::misspelt_encoding,
                    "a transfer encoding is misspelt, and was read as what it means"},
    WarningSentence{WarningKind::text_after_encoded,
                    "text follows the encoded text of a part, and was read as 8bit"},
    WarningSentence{WarningKind::too_deep, "parts are nested too deeply and were not read"},
    WarningSentence{WarningKind::too_long,
                    "the message is longer than 2 GiB, and ends here for us"},
};

static_assert(kWarningSentences.size() == kWarningKinds);
static_assert([] {
  for (size_t i = 0; i < kWarningSentences.size(); ++i) {
    if (static_cast<size_t>(kWarningSentences[i].kind) != i) return false;
  }
  return true;
}());

}  // namespace

std::string_view sentence(WarningKind kind) {
  return kWarningSentences[static_cast<size_t>(kind)].text;
}

}  // namespace linkspan::mail
