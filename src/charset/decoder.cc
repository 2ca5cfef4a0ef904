// SPDX-License-Identifier: Apache-2.0
// See decoder.h; the map back to the bytes is in source_map.h.
#include "charset/decoder.h"

#include <algorithm>
#include <utility>

#include "charset/converter.h"
#include "charset/source_map.h"
#include "charset/text.h"

namespace linkspan::charset {

struct DecoderState {
  explicit DecoderState(Charset a_charset) : charset(std::move(a_charset)) { begin_text(); }

  void begin_text() {
    converter = definition_of(charset).initial->clone();
    map.clear();
    text.clear();
    text.reset_count();
    is_finished = false;
  }

  // The contents of `text` were returned, too.
  std::string_view give_text() {
    const std::string_view given = text.view();
    map.set_utf8_end(text_begin + given.size());
    return given;
  }

  Charset charset;
  std::unique_ptr<Converter> converter;
  SourceMap map;
  Text text;
  uint64_t text_begin = 0;  // the offset of `text` in the UTF-8
  bool is_finished = false;
};

Decoder::Decoder(const Charset& charset) : state_(std::make_unique<DecoderState>(charset)) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

std::string_view Decoder::decode(std::string_view bytes) {
  DecoderState& state = *state_;
  if (state.is_finished) state.begin_text();
  if (state.converter->take_unchanged(bytes)) {
    state.map.add_unchanged(bytes);
    state.map.set_utf8_end(state.map.utf8_end() + bytes.size());
    return bytes;
  }
  state.text.clear();
  state.text_begin = state.map.utf8_end();
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, state.map.room());
    bytes.remove_prefix(piece.size());
    if (state.converter->take_unchanged(piece)) {
      state.map.add_unchanged(piece);
      state.text.reserve(piece.size());
      state.text.unchanged(piece);
    } else {
      state.map.add(piece, *state.converter);
      state.converter->convert(piece, state.text);
    }
    state.give_text();
  }
  return state.text.view();
}

void Decoder::go_on_in(const Charset& charset) {
  DecoderState& state = *state_;
  if (state.is_finished) state.begin_text();
  state.charset = charset;
  state.converter = definition_of(charset).initial->clone();
  // U+FEFF is not a byte order mark here. The text so far is ASCII, as are these bytes.
  if (state.map.utf8_end() > 0) state.converter->take_unchanged("\n");
}

std::string_view Decoder::finish() {
  DecoderState& state = *state_;
  if (state.is_finished) state.begin_text();
  state.text.clear();
  state.text_begin = state.map.utf8_end();
  state.map.finish(*state.converter);
  state.converter->finish(state.text);
  state.is_finished = true;
  return state.give_text();
}

Range Decoder::source_range(Range utf8) { return state_->map.source_range(utf8); }

void Decoder::release_before(uint64_t utf8_offset) { state_->map.release_before(utf8_offset); }

uint64_t Decoder::ill_formed() const { return state_->text.ill_formed_count(); }

}  // namespace linkspan::charset
