// SPDX-License-Identifier: Apache-2.0
// EscapingWriter: the base of all writers (linkspan/render.h). It joins text that was cut, begins
// and ends links, and separates plain text from characters to escape.
//
// What a link costs is bounded: its URI and title are read once, whatever the number of its pieces,
// and may_open_again() says whether they may be written again. A hostile text of 64 KB, a link in
// 32,000 pieces, would else become 2 GB.
//
// The text is UTF-8 and may be cut anywhere, which does not affect the output. characters.h has the
// replacements of characters that must not be shown; CR LF is written as one line feed.
//
// Guarded by tests/render/render_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "linkspan/render.h"

namespace linkspan::render {

// What opens a link may be repeated for its later pieces while the repetitions take at most this
// for each byte of the text of the link, or the size of the first time.
inline constexpr size_t kRepeatedForEachByte = 16;

class EscapingWriter : public Writer {
 public:
  EscapingWriter(const EscapingWriter&) = delete;
  EscapingWriter& operator=(const EscapingWriter&) = delete;

  void text(std::string_view utf8) final;
  void piece(std::string_view utf8, const Target& target) final;
  void destination(std::string_view host) final;
  void heading(const Heading& heading) final;
  void end() final;
  bool opens(std::string_view uri) const final { return is_openable(uri, openable_); }

 protected:
  using ByteSet = std::array<bool, 256>;
  enum class BetweenPieces : uint8_t { closed, open };

  // `plain`: the ASCII characters that are not escaped. Must live as long as the writer.
  EscapingWriter(std::string& out, const ByteSet& plain, OpenableSchemes openable)
      : out_(out), plain_(plain), openable_(std::move(openable)) {}

  std::string& out() { return out_; }

  // May what opens a link, which has `size` bytes, be written once more? Always for the first time;
  // then while the repetitions have at most the size of the first time, or kRepeatedForEachByte
  // bytes for each byte of the text of the link so far. Counts it if it may.
  bool may_open_again(size_t size);

  // A separate text, in one line: line feeds become visible characters.
  void append_line(std::string_view utf8);

 private:
  virtual void begin_text() = 0;  // called before each text and link
  // A link, which has one piece or more. The target is of the first piece.
  virtual void start_link(const Target& target) = 0;
  virtual void begin_piece() = 0;
  virtual void end_piece() = 0;
  // Does a link stay open, if more pieces of it follow, with other text between them?
  virtual BetweenPieces between_pieces() const { return BetweenPieces::closed; }
  virtual void append_heading(const Heading& heading) = 0;
  virtual void append_destination(std::string_view host) = 0;
  virtual void append_end() = 0;
  virtual void append_plain(std::string_view run) = 0;
  // The size of an ASCII sequence at the start of `utf8`, which is not plain, that is written as a
  // whole; 0 if there is none; nothing if more text is needed.
  virtual std::optional<size_t> sequence_size(std::string_view /*utf8*/, base::Text /*text*/) {
    return 0;
  }
  virtual void append_sequence(std::string_view /*sequence*/) {}
  // A character that is not plain. `bytes` are its bytes in the input.
  virtual void append_other(char32_t code_point, std::string_view bytes) = 0;

  void begin_new_link(const Target& target);
  void write(std::string_view utf8);
  std::string_view append_all(std::string_view utf8, base::Text text);
  void leave_link();
  void flush();

  enum class Place : uint8_t {
    text,
    piece,
    gap,  // between two pieces of a link that is open
  };

  std::string& out_;
  const ByteSet& plain_;
  const OpenableSchemes openable_;
  std::string cut_;  // the incomplete sequence at the end of the text so far
  Place place_ = Place::text;
  std::optional<uint64_t> link_;  // the last one
  Follows follows_ = Follows::anything;
  size_t link_bytes_ = 0;  // of the text of the link so far
  size_t opened_ = 0;      // bytes that opened it, for the first time
  size_t reopened_ = 0;    // and later
};

}  // namespace linkspan::render
