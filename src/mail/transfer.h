// SPDX-License-Identifier: Apache-2.0
// Transfer encodings (RFC 2045, section 6): their names as mail really spells them, and decoding
// block by block.
//
//   Content-Transfer-Encoding: Quoted-Printable       quoted_printable, exact
//   Content-Transfer-Encoding: "8 bit"; (sic)         eight_bit, odd
//   Content-Transfer-Encoding: foobar                 eight_bit, unknown
//
// Guarded by tests/mail_message_test.cc.
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

// What the value of a Content-Transfer-Encoding field means. An empty one means nothing: 7bit.
DeclaredEncoding read_transfer_encoding(std::string_view field);

// Does the encoding leave the bytes as they are?
inline bool is_identity(TransferEncoding encoding) { return encoding <= TransferEncoding::binary; }

// Can the body be in this encoding at all? Text that was labelled base64 by mistake is told by how
// it begins (base64.h), and nothing is uuencoded without a line that begins with `begin `.
bool is_encoded(std::string_view body, TransferEncoding encoding);

// Gives the decoded bytes of message[begin, end) to `visitor.block`, a block at a time. Text after
// base64 is given as it stands; returns where in the message the first such text begins.
std::optional<size_t> decode(std::string_view message, size_t begin, size_t end, LineEnds ends,
                             TransferEncoding encoding, Visitor& visitor);

}  // namespace linkspan::mail
