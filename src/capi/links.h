// SPDX-License-Identifier: Apache-2.0
// Conversions of links and documents between structs of C and C++.
#pragma once

#include <string>
#include <vector>

#include "capi/capi.h"
#include "linkspan/document.h"
#include "linkspan/linkspan_c.h"
#include "linkspan/rules.h"

struct linkspan_rules {
  linkspan::Rules rules;
};

namespace linkspan::capi {

linkspan_document_options default_document_options();

// The defaults if `given` is NULL.
Result<DocumentOptions> options_of(const linkspan_document_options* given);

// Writes the members that the caller knows; `summary` may be NULL.
void fill_summary(const Summary& read, linkspan_summary* summary);

uint32_t bits(Warnings warnings);

inline linkspan_position position_of(Position position) { return {position.line, position.offset}; }
inline linkspan_piece piece_of(const Piece& piece) {
  return {{piece.bytes.begin, piece.bytes.end}, position_of(piece.begin), position_of(piece.end)};
}

// A link as a struct of C, which lives as long as the link, and until the next one.
class LinkStruct {
 public:
  const linkspan_link& set(const Link& link);

 private:
  linkspan_link link_ = {};
  std::vector<linkspan_piece> pieces_;
};

// Passes links on to a callback.
class LinkPasser {
 public:
  LinkPasser(linkspan_link_callback callback, void* context) : caller_(callback, context) {}
  Visit operator()(const Link& link) { return caller_(struct_.set(link)); }
  linkspan_status status() const { return caller_.status(); }

 private:
  Caller<linkspan_link> caller_;
  LinkStruct struct_;
};

// A list of NUL-terminated names.
std::vector<std::string> strings_of(const char* const* names, size_t count);

}  // namespace linkspan::capi
