// SPDX-License-Identifier: Apache-2.0
// LinkIndex: the links of a text that is being edited.
//
//   linkspan::LinkIndex index(engine);
//   if (!index.assign(text.size(), linkspan::TextReader(text))) return;
//   text.insert(4, "s");                                            // http:// → https://
//   auto change = index.replace({4, 4}, 1, linkspan::TextReader(text));
//   if (change) show(change->removed, change->added);               // the link, before and after
//   if (auto link = index.at(6)) open(link->text(text));            // link->range.begin, .end
//   index.links_in({0, 80});                                        // those on a screen
//
// After every edit the index holds the links that Engine::find_all returns for the whole text, but
// only the text around the edit is scanned again: from a checkpoint before it to the first
// checkpoint after it at which the scanner has the same state as before the edit
// (src/index/rescan.h). That is about 1 KiB, plus the length of the edited link. The other links
// move with the text without being visited.
//
// The text stays with the caller, in any form: the index reads it through a callback. The index
// also keeps line breaks, code points and UTF-16 units, so that offsets can be translated to the
// positions of editors and of the Language Server Protocol.
//
// This header and its implementation need only the C++ standard library.
// Guarded by tests/scan/link_index_test.cc and tests/fuzz/index_fuzz.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace linkspan::index {
class State;
}

namespace LINKSPAN_API linkspan {

// Reads a text that may be stored in pieces (a rope, a gap buffer). Made from a std::string_view,
// or from anything that can be called with a byte offset and returns contiguous bytes from there
// on: at least one, if the offset is less than the size of the text. Bytes past the size of the
// text are ignored.
//
// Borrows the callable: pass a TextReader on, do not store it. The returned bytes must live until
// the next call. The callable must not use the index that calls it.
class TextReader {
 public:
  template <class F>
  requires(std::is_invocable_r_v<std::string_view, F&, uint64_t> &&
           !std::is_same_v<std::remove_cvref_t<F>, TextReader>)
      TextReader(F&& read)  // NOLINT: implicit, as a lambda is passed where it is used
      : object_(const_cast<void*>(static_cast<const void*>(&read))),
        read_([](const TextReader& self, uint64_t offset) {
          return std::string_view(
              (*static_cast<std::remove_reference_t<F>*>(self.object_))(offset));
        }) {}
  // Borrows the text.
  explicit TextReader(std::string_view text)
      : text_(text), read_([](const TextReader& self, uint64_t offset) {
          const size_t size = self.text_.size();
          return self.text_.substr(offset < size ? static_cast<size_t>(offset) : size);
        }) {}

  std::string_view operator()(uint64_t offset) const { return read_(*this, offset); }

 private:
  void* object_ = nullptr;
  std::string_view text_;
  std::string_view (*read_)(const TextReader&, uint64_t);
};

// What an edit did to the links.
struct LinkChange {
  // In the order of the text. A link whose text was edited is in both, even if its range is the
  // same before and after.
  std::vector<Span> removed;  // ranges in the text before the edit
  std::vector<Span> added;    // ranges in the text after the edit

  // All other links stay. If such a link began at `moved_from` or later, in the text before the
  // edit, it has moved by `moved_by` bytes.
  uint64_t moved_from = 0;
  int64_t moved_by = 0;
};

// A place in a text as editors count it, from line 0 and character 0. A line ends with LF, CR LF or
// CR.
struct TextPosition {
  uint64_t line = 0;
  uint64_t character = 0;  // from the start of the line, in units of a TextUnit
  bool operator==(const TextPosition&) const = default;
};

// Each byte of ill-formed UTF-8 is one code point and one UTF-16 unit.
enum class TextUnit : uint8_t { utf8, utf16, utf32 };  // bytes, UTF-16 units, code points

// Belongs to one thread at a time. Memory: about 0.65 bytes for each byte of the text, and
// sizeof(Span) for each link.
class LinkIndex {
 public:
  // The index of an empty text. Keeps alive what it needs of the engine.
  explicit LinkIndex(const Engine& engine);
  LinkIndex(LinkIndex&&) noexcept;
  LinkIndex& operator=(LinkIndex&&) noexcept;
  ~LinkIndex();

  // Replaces the text by one of `size` bytes, which is scanned as a whole. Fails with io if the
  // reader returns nothing before the end of the text; the index is then that of an empty text.
  Result<LinkChange> assign(uint64_t size, TextReader read);

  // Updates the index after the bytes in `range` were replaced by `new_size` others; `read` reads
  // the text after the edit. Fails with invalid_argument, and changes nothing, if the range was not
  // in the text before the edit; with io as assign() does.
  Result<LinkChange> replace(Range range, uint64_t new_size, TextReader read);

  // The links that overlap the range, in order; for an empty range, those that contain it or have a
  // border there.
  std::vector<Span> links_in(Range range) const;

  // The link that contains the byte at `offset`; else, the link that ends there.
  std::optional<Span> at(uint64_t offset) const;

  uint64_t size() const;  // of the text, in bytes
  uint64_t link_count() const;
  uint64_t line_count() const;  // at least 1

  // The position of an offset. An offset inside a code point counts as its start; an offset past
  // the end of the text counts as the end.
  TextPosition position_of(uint64_t offset, TextUnit unit, TextReader read) const;

  // The offset of a position. A line past the last one is the end of the text; a character past the
  // end of its line is the end of the line, before the line break; a position inside a code point
  // is its start.
  uint64_t offset_of(TextPosition position, TextUnit unit, TextReader read) const;

  // How many bytes were scanned by all calls so far: for tests and measurements.
  uint64_t bytes_scanned() const;

 private:
  std::unique_ptr<index::State> state_;
};

}  // namespace linkspan
