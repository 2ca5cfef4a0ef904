// SPDX-License-Identifier: Apache-2.0
// AnsiWriter: text with links for terminals, by the escape sequence OSC 8 ("Hyperlinks in terminal
// emulators", https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda).
//
//   http://h/             →  OSC 8 ; id=1 ; http://h/ ST, the text, OSC 8 ; ; ST
//   javascript:alert(1)   →  javascript:alert(1)
//   ESC ] 0 ; evil BEL    →  ␛]0;evil␇
//
// All pieces of a link have the same id, so that the terminal highlights them together. A link is
// closed at the end of a line and opened again after it, as pagers cut there, while that does not
// repeat its URI too often (EscapingWriter). Terminals without OSC
// 8 show only the text, so links are underlined; there are no colours, as none fits every
// background.
//
// The names of a heading and destinations are bold, which no text can imitate.
//
// The colours of a text are kept on request. They end at the end of the text, and before a heading.
// A link is closed around them.
//
// All other output is printable characters, tabs and line feeds, whatever the text contains: no
// text can move the cursor, set the title or send another escape sequence. Guarded by
// tests/render/render_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "render/escaping_writer.h"

namespace linkspan::render {

class AnsiWriter final : public EscapingWriter {
 public:
  // Appends to `out`, which must live as long as the writer.
  AnsiWriter(std::string& out, AnsiOptions options);

  void begin() override {}

 private:
  void begin_text() override {}
  void start_link(const Target& target) override;
  void begin_piece() override;
  void end_piece() override;
  void append_heading(const Heading& heading) override;
  void append_destination(std::string_view host) override;
  void append_end() override;
  std::optional<size_t> sequence_size(std::string_view utf8, base::Text text) override;
  void append_sequence(std::string_view sequence) override;
  void append_plain(std::string_view run) override;
  void append_other(char32_t code_point, std::string_view bytes) override;

  void open();
  void close();
  void reset_colours();

  enum class Link : uint8_t {
    none,
    closed,  // opened by the next character
    open,
    plain,  // not opened again before the end of the piece or the line
  };
  enum class Line : uint8_t { first, fresh, begun };

  const AnsiOptions options_;
  bool is_coloured_ = false;  // by the text
  Link link_ = Link::none;
  std::string opening_;  // the sequences that open the link; empty if it must not be opened
  Line line_ = Line::first;
};

}  // namespace linkspan::render
