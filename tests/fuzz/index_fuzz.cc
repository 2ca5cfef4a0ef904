// SPDX-License-Identifier: Apache-2.0
// Fuzzes LinkIndex: a text, and edits of it, as bytes. After each edit the index must have the
// links of a scan of the whole text, and an offset must survive the conversion to a position and
// back.
//
//   options, piece, size of the text (2 bytes), text, then for each edit:
//   place (2 bytes), bytes to delete, bytes to insert, those bytes

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/support/edited_text.h"

namespace {

using linkspan::Engine;
using linkspan::Options;
using linkspan::Profile;
using linkspan::TextUnit;
using linkspan::test::EditedText;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

// Takes pieces from the front of the input.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}
  bool empty() const { return rest_.empty(); }
  size_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  size_t number() {
    const size_t low = byte();
    return low | byte() << 8;
  }
  std::string_view bytes(size_t size) {
    const std::string_view first = rest_.substr(0, size);
    rest_.remove_prefix(first.size());
    return first;
  }

 private:
  std::string_view rest_;
};

void check_positions(const EditedText& text, uint64_t offset) {
  for (const TextUnit unit : {TextUnit::utf8, TextUnit::utf16, TextUnit::utf32}) {
    const linkspan::TextPosition position = text.index().position_of(offset, unit, text.reader());
    const uint64_t back = text.index().offset_of(position, unit, text.reader());
    require(back <= offset && offset - back < 4, "an offset is where its position is");
    require(text.index().position_of(back, unit, text.reader()) == position,
            "a position is where its offset is");
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4 || size > 8192) return 0;
  Input input(data, size);
  const size_t choice = input.byte();
  Options options;
  options.profile = static_cast<Profile>(choice & 3);
  if ((choice & 4) != 0) options.max_link_bytes = 256;
  const Engine engine = Engine::create(options).value();
  const size_t piece = 1 + input.byte();
  const size_t text_size = input.number();
  EditedText text(engine, std::string(input.bytes(text_size)), piece);
  while (!input.empty()) {
    const uint64_t begin = input.number() % (text.text().size() + 1);
    const uint64_t end = std::min<uint64_t>(text.text().size(), begin + input.byte());
    const size_t inserted = input.byte();
    text.replace({begin, end}, input.bytes(inserted));
    if (const char* const broken = text.broken_promise()) require(false, broken);
    check_positions(text, begin);
  }
  return 0;
}
