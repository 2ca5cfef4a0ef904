// SPDX-License-Identifier: Apache-2.0
// The text around an `@`: where the local part begins, and whether it is an address
// (docs/rules.md).
//
//   user=anna@example.org, --to=anna@…, l'accueil@…    a key, an option, an article: not part of it
//   Message-ID: <0123@example.org>                     an identifier
//   git@example.org:path                               a place for git
//
// Functions that read ahead return Answer::unknown if the window ends too early. None reads more
// than kContext bytes back. `at` is the place of the `@`.
//
// Guarded by tests/scan/explain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// The local part as people write it: [from, at), as UTS #58 has it, without the text before it,
// such as an opening quote, a key, a directory, or emphasis that closes in the line.
//
//   _anna@example.org_, *anna@example.org*    begins after the mark
//   _anna@example.org, an*na@example.org      begins with it, or has it
//   $anna@example.org, an**na@example.org     a variable, a mask: not an address
struct LocalPartStart {
  uint64_t begin;
  bool is_whole = true;  // false: without the mark before it, it would be the address of another
  bool is_known = true;  // false: more of the line is needed
};
LocalPartStart start_of_local_part(const Window& window, uint64_t from, uint64_t at,
                                   const TopLevelDomains& tlds);
// The same after `mailto:`, where an escape may begin it (RFC 6068, section 2).
uint64_t skip_text_before_mailto(const Window& window, uint64_t begin, uint64_t at);

// Do letters of another script precede the local part that begins at `begin`, within one word?
// suppоrt@example.com, with a Cyrillic о. Half an address is not an address.
bool is_rest_of_mixed_word(const Window& window, uint64_t from, uint64_t begin);

// Is the local part the end of what follows `mailto:`, with an escape in between?
// mailto:a%0D%0ABcc:b@example.com
bool is_rest_of_mailto(const Window& window, uint64_t mailto_colon, uint64_t begin);

// Does an `@` follow the quotation mark at `end`? "a@example.com"@example.org: a quoted local part
// (RFC 5322, section 3.4.1).
Answer quoted_local_part_ends(const Window& window, uint64_t end);

// Is [begin, at) a word before the name of a person, not a local part? twitterは@yuki.cafe
bool leads_to_name(const Window& window, uint64_t begin, uint64_t at);

// Is [begin, at) a local part by rule local-part of grammars/email.abnf, of at most `most` bytes?
bool local_part_is_sound(const Window& window, uint64_t begin, uint64_t at, uint64_t most);

// Is the local part that begins at `begin` the end of a file's path, or of a masked name?
// /usr/lib/extensions/langpack-de@firefox.example.com, j***n@example.com
bool is_rest_of_something(const Window& window, uint64_t from, uint64_t begin);

// Is the local part the user of a mask of IRC? ann!~ann@irc.example.org
bool is_of_mask(const Window& window, uint64_t begin, uint64_t at);

// git:secret@www.example.org/x, not mail:info@www.example.org: is the local part a password, before
// a host that begins with `www.`?
bool is_password_of_site(const Window& window, uint64_t begin, uint64_t at);

// Does a user of a network-path reference precede the colon before `begin`? //user:pw@example.org/a
bool is_rest_of_password(const Window& window, uint64_t begin);

// Is the text after an address the path of git, scp or rsync, or the prompt of a shell?
Answer path_follows_address(const Window& window, uint64_t end);

// Does an identifier begin here that ends as an address does? UID:0123@example.org of iCalendar and
// vCard (RFC 5545, section 3.8.4.7), [cid:logo@example.org] for a part of a message (RFC 2392)
bool begins_identifier(const Window& window, uint64_t begin);

// Does the `<` before `begin` open a message identifier (RFC 5322, section 3.6.4)? Reads back for
// the name of the header field.
bool opens_message_id(const Window& window, uint64_t begin);

// Is this the next message identifier after one that ended at `last_end` (0: there was none)?
// `References: <a@b> <c@d>`, perhaps over several lines
bool continues_message_ids(const Window& window, uint64_t begin, uint64_t last_end);

}  // namespace linkspan::scan
