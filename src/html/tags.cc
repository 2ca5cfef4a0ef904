// SPDX-License-Identifier: Apache-2.0
#include "html/tags.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"

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
    {"address", special | closes_p | block | block_end},
    {"annotation-xml", none},
    {"applet", special | scope},
    {"area", special | empty},
    {"article", special | closes_p | block | block_end},
    {"aside", special | closes_p | block | block_end},
    {"b", formatting | breakout},
    {"base", special | head | empty | unseen},
    {"basefont", special | head | empty | unseen},
    {"bgsound", special | head | empty | unseen},
    {"big", formatting | breakout},
    {"blockquote", special | closes_p | breakout | block | paragraph | block_end},
    {"body", special | breakout | block},
    {"br", special | empty | breakout},
    {"button", special | block_end},
    {"caption", special | scope | block},
    {"center", special | closes_p | breakout | block | block_end},
    {"code", formatting | breakout},
    {"col", special | empty},
    {"colgroup", special},
    {"datalist", unseen},
    {"dd", special | implied_end | breakout | block},
    {"desc", none},
    {"details", special | closes_p | block | block_end},
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
    {"keygen", special | empty},
    {"li", special | implied_end | breakout | block},
    {"link", special | head | empty | unseen},
    {"listing", special | breakout | block | paragraph | keeps_space | block_end},
    {"main", special | closes_p | block | block_end},
    {"malignmark", none},
    {"marquee", special | scope},
    {"math", none},
    {"menu", special | closes_p | breakout | block | block_end},
    {"meta", special | head | empty | breakout | unseen},
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
    {"p", special | implied_end | closes_p | breakout | block | paragraph},
    {"param", special | empty | unseen},
    {"plaintext", special | block | paragraph | keeps_space},
    {"pre", special | breakout | block | paragraph | keeps_space | block_end},
    {"rb", implied_end},
    {"rp", implied_end | unseen},
    {"rt", implied_end},
    {"rtc", implied_end},
    {"ruby", breakout},
    {"s", formatting | breakout},
    {"script", special | head | unseen},
    {"search", special | closes_p | block | block_end},
    {"section", special | closes_p | block | block_end},
    {"select", special | scope | block_end},
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
    {"title", special | head | rcdata | unseen},
    {"tr", special | block | foster},
    {"track", special | empty},
    {"tt", formatting | breakout},
    {"u", formatting | breakout},
    {"ul", special | closes_p | breakout | block | paragraph | block_end},
    {"var", breakout},
    {"wbr", special | empty},
    {"xmp", special | raw_text | block | paragraph | keeps_space},
};
static_assert(std::size(kTags) == static_cast<size_t>(Tag::kKnown));

using KnownNames = std::unordered_map<std::string_view, Tag>;

const KnownNames& known_names() {
  static const KnownNames names = [] {
    KnownNames made;
    for (size_t i = 0; i < std::size(kTags); ++i) made[kTags[i].name] = static_cast<Tag>(i);
    return made;
  }();
  return names;
}

}  // namespace

uint32_t traits_of(Tag tag) {
  return tag < Tag::kKnown ? kTags[static_cast<size_t>(tag)].traits : 0;
}

std::string_view name_of(Tag tag) {
  return tag < Tag::kKnown ? kTags[static_cast<size_t>(tag)].name : std::string_view();
}

Tag TagNames::id_of(std::string_view name) {
  const std::string lower = base::to_ascii_lower(name);
  if (const auto known = known_names().find(lower); known != known_names().end()) {
    return known->second;
  }
  if (const auto other = others_.find(lower); other != others_.end()) return other->second;
  // The first is not kKnown, which is no tag.
  const Tag tag = static_cast<Tag>(static_cast<size_t>(Tag::kKnown) + others_.size() + 1);
  others_.emplace(lower, tag);
  return tag;
}

}  // namespace linkspan::html
