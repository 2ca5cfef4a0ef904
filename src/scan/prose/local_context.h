// SPDX-License-Identifier: Apache-2.0
// Surroundings: what stands before and after a domain or an address and decides, to a careful
// reader, whether it is one and where it begins (docs/rules.md).
//
//   user=anna@example.org, --to=anna@…, l'accueil@…    a key, an option, an article: not part of it
//   info (at) example.org, b->info.id, file:notes.org  no domain, for what stands before
//   git@example.org:path, example[.]com                none, for what stands after
//
// Functions that read ahead return Answer::unknown if the window ends too early. None looks back
// further than kContext bytes.
//
// Guarded by tests/explain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Is the domain that begins here a part of something that began before it: an address written so
// that no program takes it for one (name[@]example.org, name (at) example.org), the value of a
// query, the member of an object (b->info.id), a file (file:notes.org) or a Matrix identifier?
bool continues_something(const Window& window, uint64_t begin);

// [//example.org/a name], src="//cdn.example.org/a.js": do two slashes stand before the host that
// begins at `begin`, with nothing before them, and `www.` after them or a path, a query or a port
// after the host, which ends at `end`? (RFC 3986, section 4.2) Else it is more often a comment.
bool begins_network_path(const Window& window, uint64_t begin, uint64_t end);

// The local part as people write it: [from, at), where UTS #58 begins it, less what stands before
// it in the text, such as an opening quote, emphasis, a key or a directory.
uint64_t local_part_begin_in_prose(const Window& window, uint64_t from, uint64_t at,
                                   const TopLevelDomains& tlds);

// Is `begin` inside a word, right after an invisible character? Half an address is not an address:
// in<U+00AD>fo@example.com
bool is_after_invisible(const Window& window, uint64_t begin);

// Is [begin, at) no local part but a word before the name of somebody? twitterは@yuki.cafe
bool leads_to_name(const Window& window, uint64_t begin, uint64_t at);

// Is [begin, at) a local part as RFC 5321 has it, of 1 to `most` bytes, with no dot at its ends and
// no two of them together?
bool local_part_is_sound(const Window& window, uint64_t begin, uint64_t at, uint64_t most);

// Is the local part that begins at `begin` the end of the path of a file, or of one that is masked?
// /usr/lib/extensions/langpack-de@firefox.example.com, j***n@example.com
bool is_rest_of_something(const Window& window, uint64_t from, uint64_t begin);

// Does a dot follow that somebody has made harmless, so that nothing is opened? example[.]com
Answer harmless_dot_follows(const Window& window, uint64_t end);

// Does a password follow, with characters that none may have, and an `@`, at `at`?
// https://user:${TOKEN}@example.com
Answer password_follows(const Window& window, uint64_t begin, uint64_t& at);

// The earliest place where the local part may begin: characters of the text before it are skipped:
// 'orders@…', /user@…, ל-info@….
uint64_t skip_what_begins_none(const Window& window, uint64_t begin, uint64_t at);
// The same after `mailto:`, where an escape may begin it (RFC 6068, section 2).
uint64_t skip_what_begins_mailto(const Window& window, uint64_t begin, uint64_t at);

// Is what stands after an address the path of git, scp or rsync, or the prompt of a shell?
Answer path_follows_address(const Window& window, uint64_t end);

// Does an identifier begin here that ends as an address does? UID:0123@example.org of iCalendar and
// vCard (RFC 5545, section 3.8.4.7), [cid:logo@example.org] for a part of a message (RFC 2392)
bool begins_identifier(const Window& window, uint64_t begin);

// Does the `<` before `begin` open a message identifier (RFC 5322, section 3.6.4)? Looks for the
// name of the header field.
bool opens_message_id(const Window& window, uint64_t begin);

}  // namespace linkspan::scan
