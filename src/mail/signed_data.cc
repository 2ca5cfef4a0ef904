// SPDX-License-Identifier: Apache-2.0
#include "mail/signed_data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace linkspan::mail {
namespace {

// Identifier octets (X.690, section 8.1.2).
enum Tag : uint8_t {
  kEndOfContents = 0x00,
  kInteger = 0x02,
  kOctetString = 0x04,
  kObjectIdentifier = 0x06,
  kOctetStringInPieces = 0x24,
  kSequence = 0x30,
  kSet = 0x31,
  kExplicit0 = 0xA0,
};
constexpr uint8_t kConstructed = 0x20;

// 1.2.840.113549.1.7.2 and .1 (RFC 5652, sections 5.1 and 4).
constexpr std::string_view kSignedData = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02";
constexpr std::string_view kData = "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01";

struct Head {
  uint8_t tag;
  size_t size;                   // of tag and length
  std::optional<size_t> length;  // of the contents; none: up to the end-of-contents octets
};

// X.690, sections 8.1.2 and 8.1.3. Nothing if it is cut off, or a tag of several octets.
std::optional<Head> read_head(std::string_view bytes) {
  constexpr uint8_t kLongTag = 0x1F;
  constexpr uint8_t kIndefinite = 0x80;
  const auto octet = [bytes](size_t at) { return static_cast<uint8_t>(bytes[at]); };
  if (bytes.size() < 2 || (octet(0) & kLongTag) == kLongTag) return {};
  const uint8_t first = octet(1);
  if (first < kIndefinite) return Head{octet(0), 2, first};
  if (first == kIndefinite) return Head{octet(0), 2, {}};
  const size_t octets = first - kIndefinite;
  if (octets > sizeof(size_t) || bytes.size() < 2 + octets) return {};
  size_t length = 0;
  for (size_t i = 0; i < octets; ++i) length = length << 8 | octet(2 + i);
  return Head{octet(0), 2 + octets, length};
}

// Reads elements, one after another and their contents. Each step fails, and changes nothing, if
// the next element has another tag.
class Elements {
 public:
  explicit Elements(std::string_view bytes) : rest_(bytes) {}

  bool enter(Tag tag) {
    const std::optional<Head> head = read_head(rest_);
    if (!head || head->tag != tag) return false;
    rest_ = rest_.substr(head->size, head->length.value_or(rest_.npos));
    return true;
  }

  bool skip(Tag tag) {
    const std::optional<Head> head = read_head(rest_);
    return head && head->tag == tag && skip_one();
  }

  bool skip_identifier(std::string_view identifier) {
    const std::optional<Head> head = read_head(rest_);
    const bool is_it = head && head->tag == kObjectIdentifier && head->length &&
                       rest_.substr(head->size, *head->length) == identifier;
    return is_it && skip_one();
  }

  // Of an octet string, whole or in pieces.
  std::string octets() {
    std::string all;
    if (enter(kOctetStringInPieces)) {
      while (append_piece(all)) continue;
    } else {
      append_piece(all);
    }
    return all;
  }

 private:
  bool append_piece(std::string& all) {
    const std::optional<Head> head = read_head(rest_);
    if (!head || head->tag != kOctetString || !head->length) return false;
    const std::string_view piece = rest_.substr(head->size, *head->length);
    all += piece;
    rest_.remove_prefix(head->size + piece.size());
    return true;
  }

  // An element, with the elements in it that have an indefinite length.
  bool skip_one() {
    size_t open = 0;
    do {
      const std::optional<Head> head = read_head(rest_);
      if (!head) return false;
      const bool is_indefinite = !head->length && (head->tag & kConstructed) != 0;
      if (is_indefinite) ++open;
      if (head->tag == kEndOfContents && open > 0) --open;
      const size_t size = head->size + std::min(head->length.value_or(0), rest_.size());
      rest_.remove_prefix(std::min(size, rest_.size()));
    } while (open > 0);
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::string signed_content(std::string_view cms) {
  Elements at(cms);
  const bool is_signed = at.enter(kSequence) && at.skip_identifier(kSignedData) &&
                         at.enter(kExplicit0) && at.enter(kSequence) && at.skip(kInteger) &&
                         at.skip(kSet) && at.enter(kSequence) && at.skip_identifier(kData) &&
                         at.enter(kExplicit0);
  return is_signed ? at.octets() : std::string();
}

}  // namespace linkspan::mail
