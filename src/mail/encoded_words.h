// SPDX-License-Identifier: Apache-2.0
// Joins adjacent encoded words of RFC 2047.
//
//   =?utf-8?B?w6k=?= =?utf-8?B?w6k=?=     →  =?utf-8?B?w6nDqQ==?=
//   =?utf-8?B?w6k=?= and =?utf-8?B?w6k=?=    as it is: they are apart
//
// GMime 3.2.13 joins such words itself, but ends at the first that is padded, as nearly all are,
// and loses the rest of the field. Joining their bytes also repairs a character that was split over
// two words, which section 5 forbids.
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::mail {

// The value of a field, unfolded, with each run of words in base64 and one charset made into one.
std::string join_encoded_words(std::string_view value);

}  // namespace linkspan::mail
