// What becomes of a document: the links that are found in it and, where it is wanted, its text.
#pragma once

#include <string_view>

#include "linkspan/document.h"

namespace linkspan::document {

// What becomes of a document. The methods are called in the order of the text.
class Receiver {
 public:
  virtual void link(const Link& link) = 0;

  // With Wants::text, the whole decoded text, without gaps: what is in no link, and the visible
  // pieces of links. A text may be cut anywhere, a piece is whole. link() comes before its pieces.
  // Of HTML, the text that is shown.
  virtual void text(std::string_view /*decoded*/) {}
  virtual void piece(std::string_view /*decoded*/, const Link& /*link*/) {}

  // With Wants::logical_text, the text of the link whose link() comes next.
  virtual void text_of_link(std::string_view /*logical*/) {}

  // What link() wants. Once it is Visit::stop, nothing more of the document is looked at; a link or
  // two may still be given.
  virtual Visit next() const { return Visit::go_on; }

 protected:
  ~Receiver() = default;
};

enum class Wants : uint8_t {
  begins,               // as spans, and of the positions of a piece only where it begins
  begins_and_warnings,  // also Link::warnings; where one is serious, Link::iri and Link::uri, too
  spans,                // Link::iri and Link::uri stay empty, but the former of Form::href
  links,
  text,          // links, and the text between them
  logical_text,  // links, and the text as it was written
};

constexpr bool needs_only_begins(Wants wants) {
  return wants == Wants::begins || wants == Wants::begins_and_warnings;
}
constexpr bool needs_mapper(Wants wants) {
  return wants == Wants::links || wants == Wants::text || wants == Wants::logical_text;
}
constexpr bool needs_warnings(Wants wants) {
  return needs_mapper(wants) || wants == Wants::begins_and_warnings;
}

}  // namespace linkspan::document
