// SPDX-License-Identifier: Apache-2.0
// EscapingWriter: the base of all writers (linkspan/render.h). It joins text that was cut, begins
// and ends links, and separates plain text from characters to escape.
//
// The text is UTF-8 and may be cut anywhere, which does not affect the output. characters.h has the
// replacements of characters that must not be shown; CR LF is written as one line feed.
//
// Guarded by tests/render_test.cc.
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

  // `plain`: the ASCII characters that are not escaped. Must live as long as the writer.
  EscapingWriter(std::string& out, const ByteSet& plain, OpenableSchemes openable)
      : out_(out), plain_(plain), openable_(std::move(openable)) {}

  std::string& out() { return out_; }

  // A separate text, in one line: line feeds become visible characters.
  void append_line(std::string_view utf8);

 private:
  virtual void begin_text() = 0;  // called before each text and link
  virtual void begin_link(const Target& target) = 0;
  virtual void end_link() = 0;
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

  void write(std::string_view utf8);
  std::string_view append_all(std::string_view utf8, base::Text text);
  void leave_link();
  void flush();

  enum class Place : uint8_t { text, link };

  std::string& out_;
  const ByteSet& plain_;
  const OpenableSchemes openable_;
  std::string cut_;  // the incomplete sequence at the end of the text so far
  Place place_ = Place::text;
  uint64_t link_ = 0;
};

}  // namespace linkspan::render
