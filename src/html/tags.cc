// SPDX-License-Identifier: Apache-2.0
#include "html/tags.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/keyed_hash.h"
#include "base/short_words.h"
#include "base/steps.h"

namespace linkspan::html {
namespace {

using namespace trait;  // NOLINT: for the table

struct KnownTag {
  std::string_view name;
  uint32_t traits;
};

// Sorted by the names as the enumeration has them.
constexpr KnownTag kTags[] = {
    {"a", formatting},
    {"abbr", none},
    {"address", special | closes_p | block | block_end},
    {"annotation-xml", none},
    {"applet", special | scope},
    {"area", special | empty},
    {"article", special | closes_p | block | block_end},
    {"aside", special | closes_p | block | block_end},
    {"audio", none},
    {"b", formatting | breakout},
    {"base", special | head | empty | unseen},
    {"basefont", special | head | empty | unseen},
    {"bdi", none},
    {"bdo", none},
    {"bgsound", special | head | empty | unseen},
    {"big", formatting | breakout},
    {"blockquote", special | closes_p | breakout | block | paragraph | block_end},
    {"body", special | breakout | block},
    {"br", special | empty | breakout},
    {"button", special | block_end},
    {"canvas", none},
    {"caption", special | scope | block},
    {"center", special | closes_p | breakout | block | block_end},
    {"cite", none},
    {"code", formatting | breakout},
    {"col", special | empty},
    {"colgroup", special},
    {"data", none},
    {"datalist", unseen},
    {"dd", special | implied_end | breakout | block},
    {"del", none},
    {"desc", none},
    {"details", special | closes_p | block | block_end},
    {"dfn", none},
    {"dialog", closes_p | block | block_end},
    {"dir", special | closes_p | block | block_end},
    {"div", special | closes_p | breakout | block | block_end},
    {"dl", special | closes_p | breakout | block | paragraph | block_end},
    {"dt", special | implied_end | breakout | block},
    {"em", formatting | breakout},
    {"embed", special | empty | breakout},
    {"fieldset", special | closes_p | block | block_end},
    {"figcaption", special | closes_p | block | block_end},
    {"figure", special | closes_p | block | paragraph | block_end},
    {"font", formatting},
    {"footer", special | closes_p | block | block_end},
    {"foreignobject", none},
    {"form", special | block},
    {"frame", special | empty},
    {"frameset", special | block},
    {"h1", special | heading | breakout | block | paragraph},
    {"h2", special | heading | breakout | block | paragraph},
    {"h3", special | heading | breakout | block | paragraph},
    {"h4", special | heading | breakout | block | paragraph},
    {"h5", special | heading | breakout | block | paragraph},
    {"h6", special | heading | breakout | block | paragraph},
    {"head", special | breakout | unseen},
    {"header", special | closes_p | block | block_end},
    {"hgroup", special | closes_p | block | block_end},
    {"hr", special | empty | breakout | block | paragraph},
    {"html", special | scope | block},
    {"i", formatting | breakout},
    {"iframe", special | raw_text | unseen},
    {"image", none},
    {"img", special | empty | breakout},
    {"input", special | empty},
    {"ins", none},
    {"kbd", none},
    {"keygen", special | empty},
    {"label", none},
    {"legend", none},
    {"li", special | implied_end | breakout | block},
    {"link", special | head | empty | unseen},
    {"listing", special | breakout | block | paragraph | keeps_space | block_end},
    {"main", special | closes_p | block | block_end},
    {"malignmark", none},
    {"map", none},
    {"mark", none},
    {"marquee", special | scope},
    {"math", none},
    {"menu", special | closes_p | breakout | block | block_end},
    {"meta", special | head | empty | breakout | unseen},
    {"meter", none},
    {"mglyph", none},
    {"mi", none},
    {"mn", none},
    {"mo", none},
    {"ms", none},
    {"mtext", none},
    {"nav", special | closes_p | block | block_end},
    {"nobr", formatting | breakout},
    {"noembed", special | raw_text | unseen},
    {"noframes", special | head | raw_text | unseen},
    {"noscript", special},
    {"object", special | scope},
    {"ol", special | closes_p | breakout | block | paragraph | block_end},
    {"optgroup", implied_end | block},
    {"option", implied_end | block},
    {"output", none},
    {"p", special | implied_end | closes_p | breakout | block | paragraph},
    {"param", special | empty | unseen},
    {"picture", none},
    {"plaintext", special | block | paragraph | keeps_space},
    {"pre", special | breakout | block | paragraph | keeps_space | block_end},
    {"progress", none},
    {"q", none},
    {"rb", implied_end},
    {"rp", implied_end | unseen},
    {"rt", implied_end},
    {"rtc", implied_end},
    {"ruby", breakout},
    {"s", formatting | breakout},
    {"samp", none},
    {"script", special | head | unseen},
    {"search", special | closes_p | block | block_end},
    {"section", special | closes_p | block | block_end},
    {"select", special | scope | block_end},
    {"slot", none},
    {"small", formatting | breakout},
    {"source", special | empty},
    {"span", breakout},
    {"strike", formatting | breakout},
    {"strong", formatting | breakout},
    {"style", special | head | raw_text | unseen},
    {"sub", breakout},
    {"summary", special | closes_p | block | block_end},
    {"sup", breakout},
    {"svg", none},
    {"table", special | scope | breakout | block | paragraph | foster},
    {"tbody", special | table_body | block | foster},
    {"td", special | scope | cell},
    {"template", special | scope | head | unseen},
    {"textarea", special | rcdata | block | keeps_space},
    {"tfoot", special | table_body | block | foster},
    {"th", special | scope | cell},
    {"thead", special | table_body | block | foster},
    {"time", none},
    {"title", special | head | rcdata | unseen},
    {"tr", special | block | foster},
    {"track", special | empty},
    {"tt", formatting | breakout},
    {"u", formatting | breakout},
    {"ul", special | closes_p | breakout | block | paragraph | block_end},
    {"var", breakout},
    {"video", none},
    {"wbr", special | empty},
    {"xmp", special | raw_text | block | paragraph | keeps_space},
};
static_assert(std::size(kTags) == static_cast<size_t>(Tag::kKnown));

constexpr size_t kNameSlots = 512;
constexpr size_t slot_of_name(uint64_t first_bytes, size_t size) {
  return static_cast<size_t>((first_bytes + size) * 0x9E3779B97F4A7C15 >> 55);
}

// The names by their first eight bytes and their sizes: an entry of kTags and 1, or 0. The next
// slot is used for a name whose slot is taken.
constexpr std::array<uint8_t, kNameSlots> kSlots = [] {
  std::array<uint8_t, kNameSlots> slots{};
  for (size_t at = 0; at < std::size(kTags); ++at) {
    const std::string_view name = kTags[at].name;
    size_t slot = slot_of_name(base::KnownWord::pack(name.substr(0, 8)), name.size());
    while (slots[slot] != 0) slot = (slot + 1) % kNameSlots;
    slots[slot] = static_cast<uint8_t>(at + 1);
  }
  return slots;
}();
constexpr size_t kLongestName = 14;
static_assert(std::size(kTags) < 256);
static_assert(std::all_of(std::begin(kTags), std::end(kTags),
                          [](const KnownTag& tag) { return tag.name.size() <= kLongestName; }));

// The first eight bytes of each.
constexpr std::array<uint64_t, std::size(kTags)> kFirstBytes = [] {
  std::array<uint64_t, std::size(kTags)> bytes{};
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = base::KnownWord::pack(kTags[i].name.substr(0, 8));
  }
  return bytes;
}();

bool is_same_name(std::string_view name, std::string_view lower) {
  return name.size() == lower.size() &&
         std::equal(name.begin(), name.end(), lower.begin(),
                    [](char a, char b) { return base::to_ascii_lower(a) == b; });
}

// `end`: of the text that has the name.
Tag known_tag_in(std::string_view name, const char* end) {
  if (name.empty() || name.size() > kLongestName) return Tag::kKnown;
  const base::PackedWord first(reinterpret_cast<const uint8_t*>(name.data()),
                               std::min<size_t>(name.size(), base::kLongestShortWord),
                               reinterpret_cast<const uint8_t*>(end));
  size_t slot = slot_of_name(first.lower, name.size());
  for (; kSlots[slot] != 0; slot = (slot + 1) % kNameSlots) {
    const size_t tag = kSlots[slot] - size_t{1};
    if (kFirstBytes[tag] != first.lower) continue;
    // PERF: a short name in lower case is not compared again: 66 instructions a name, and 88.
    const bool is_all = first.bytes == first.lower && name.size() <= base::kLongestShortWord;
    if (is_all ? name.size() == kTags[tag].name.size() : is_same_name(name, kTags[tag].name)) {
      return static_cast<Tag>(tag);
    }
  }
  return Tag::kKnown;
}

}  // namespace

constexpr std::array<uint32_t, static_cast<size_t>(Tag::kKnown)> kTraits = [] {
  std::array<uint32_t, static_cast<size_t>(Tag::kKnown)> traits{};
  for (size_t i = 0; i < traits.size(); ++i) traits[i] = kTags[i].traits;
  return traits;
}();

std::string_view name_of(Tag tag) {
  return tag < Tag::kKnown ? kTags[static_cast<size_t>(tag)].name : std::string_view();
}

Tag known_tag(std::string_view name) { return known_tag_in(name, name.data() + name.size()); }

Tag TagNames::id_of(std::string_view name) {
  if (const Tag known = known_tag_in(name, source_.data() + source_.size()); known != Tag::kKnown) {
    return known;
  }
  const std::string lower = base::to_ascii_lower(name);
  if ((count_ + 1) * 4 > slots_.size() * 3) grow();
  const auto hash = static_cast<uint32_t>(base::KeyedHash()(lower));
  Slot& slot = slot_of(hash, lower);
  if (slot.end == 0) {
    slot = {hash, static_cast<uint32_t>(name.data() + name.size() - source_.data())};
    ++count_;
  }
  return static_cast<Tag>(static_cast<uint32_t>(Tag::kKnown) + slot.end);
}

TagNames::Slot& TagNames::slot_of(uint32_t hash, std::string_view lower) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at].end != 0 && !(slots_[at].hash == hash && is_at(slots_[at].end, lower))) {
    base::count_step();
    at = (at + 1) & mask;
  }
  return slots_[at];
}

// A name that ends with `<` and another one is told from that by its hash.
bool TagNames::is_at(uint32_t end, std::string_view lower) const {
  if (end <= lower.size()) return false;
  const size_t begin = end - lower.size();
  const bool begins_there = source_[begin - 1] == '<' || source_.substr(0, begin).ends_with("</");
  return begins_there && base::to_ascii_lower(source_.substr(begin, lower.size())) == lower;
}

void TagNames::grow() {
  constexpr size_t kFirst = 16;
  std::vector<Slot> larger(std::max(kFirst, slots_.size() * 2));
  const size_t mask = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.end == 0) continue;
    size_t at = slot.hash & mask;
    while (larger[at].end != 0) at = (at + 1) & mask;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace linkspan::html
