// SPDX-License-Identifier: Apache-2.0
// Transfer encodings (RFC 2045, section 6): their names, also the misspelt ones that occur in mail,
// and decoding block by block.
//
//   Content-Transfer-Encoding: Quoted-Printable       quoted_printable, exact
//   Content-Transfer-Encoding: "8 bit"; (sic)         eight_bit, odd
//   Content-Transfer-Encoding: foobar                 eight_bit, unknown
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "linkspan/mail.h"
#include "mail/line_ends.h"

namespace linkspan::mail {

enum class Spelling : uint8_t { exact, odd, unknown };

struct DeclaredEncoding {
  TransferEncoding encoding;
  Spelling spelling;
};

// The meaning of a Content-Transfer-Encoding field. An empty one is 7bit.
DeclaredEncoding read_transfer_encoding(std::string_view field);

// Does the encoding not change the bytes?
inline bool is_identity(TransferEncoding encoding) { return encoding <= TransferEncoding::binary; }

// Can the body be in this encoding? Text that is wrongly labelled base64 is recognized by its start
// (base64.h), and uuencode needs a line that begins with `begin `.
bool is_encoded(std::string_view body, TransferEncoding encoding);

// Passes the decoded bytes of message[begin, end) to `visitor.block`, a block at a time. Text after
// base64 is passed on unchanged; returns the offset in the message of the first such text.
std::optional<size_t> decode(std::string_view message, size_t begin, size_t end, LineEnds ends,
                             TransferEncoding encoding, Visitor& visitor);

}  // namespace linkspan::mail
