// SPDX-License-Identifier: Apache-2.0
#include "html/page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/references.h"
#include "base/steps.h"
#include "html/blocks.h"
#include "html/href.h"
#include "html/tree.h"
#include "html/url_attributes.h"

namespace linkspan::html {
namespace {

constexpr uint32_t kNoAnchor = UINT32_MAX;
constexpr uint8_t kMostLineFeeds = 3;

// The properties of an element that affect its text.
struct Context {
  uint32_t anchor = kNoAnchor;
  Visibility visibility = Visibility::shown;
  bool keeps_space = false;
  bool is_fixed = false;
};

// Text from one node, and what separates it from the one before.
struct Piece {
  SourceRange source;
  uint32_t anchor;
  uint32_t number;  // in the order of the tree
  uint8_t line_feeds;
  bool begins_cell;
  bool begins_superscript;
  bool keeps_space;
  bool is_reference;
  bool is_fixed;
};

bool is_slash(char c) { return c == '/' || c == '\\'; }

// //example.org/a, \\example.org/a, /\example.org/a: the scheme is that of the page (RFC 3986,
// section 4.2), and browsers take a backslash for a slash.
bool begins_network_path(std::string_view href) {
  return href.size() > 2 && is_slash(href[0]) && is_slash(href[1]) && !is_slash(href[2]);
}

// Has it certainly no scheme, no host that begins with `www`, and no network path? Without a base,
// it leads nowhere.
//
// PERF: so are most links of documentation; their values took 6 % of its pages.
bool is_surely_relative(std::string_view written) {
  constexpr std::string_view kMayLead = ":&\t\n\r";  // references are decoded, and some erased
  const auto is_of_scheme = [](char c) {
    return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' || c == '.';
  };
  if (written.empty()) return true;
  if (static_cast<uint8_t>(written[0]) <= ' ' || (written[0] | 0x20) == 'w') return false;
  if (is_slash(written[0])) {
    return written.size() == 1 ||
           (!is_slash(written[1]) && kMayLead.find(written[1]) == kMayLead.npos);
  }
  const auto end = std::find_if_not(written.begin(), written.end(), is_of_scheme);
  return end == written.end() || kMayLead.find(*end) == kMayLead.npos;
}

struct PlacedUrl {
  UrlAttribute attribute;
  SourceRange tag;
  Visibility visibility;
  bool is_fixed;
};

// May a word with this text be a link? No link has a superscript in it, so one after it is the mark
// of a note; in `10<sup>6</sup>` it is not.
bool has_mark_of_link(std::string_view text) {
  for (size_t dot = text.find('.'); dot != text.npos; dot = text.find('.', dot + 1)) {
    const bool is_inside = dot > 0 && dot + 1 < text.size();
    if (is_inside && !base::is_ascii_digit(static_cast<uint8_t>(text[dot + 1]))) return true;
  }
  return text.find("//") != text.npos || text.find('@') != text.npos;
}

bool begins_with_www(std::string_view href) {
  return base::to_ascii_lower(href.substr(0, 4)) == "www.";
}

// Is it one of the words of a value of `class`?
bool has_word(std::string_view words, std::string_view word) {
  for (size_t at = 0; at < words.size();) {
    const size_t end = std::min(words.find_first_of(" \t\n\r\f", at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

bool is_unseen(const Node& node, uint32_t traits) {
  return node.is_hidden || (traits & trait::unseen) != 0 ||
         (node.space == Space::svg && node.tag == Tag::desc);
}

}  // namespace

// From the tree to the text: first the pieces in the order of the tree, then their characters in
// the order of the source.
class PageBuilder {
 public:
  PageBuilder(std::string_view source, Page& page, PageContext& context)
      : source_(source),
        tree_(parse(source)),
        page_(page),
        page_text_(source, page),
        context_(context) {
    if (fixes_unwritable()) find_noscript();
  }

  void build() {
    page_.is_cut = tree_.is_cut;
    page_.anchors.resize(tree_.hrefs.size());
    is_anchor_.resize(tree_.hrefs.size());
    pieces_.reserve(tree_.texts);
    collect();
    tree_.nodes = {};
    sort_pieces();
    for (const Piece& piece : pieces_) append(piece);
    finish_anchors();
  }

 private:
  void collect() {
    std::vector<Context> contexts(1);
    const Node* node = &tree_[kRoot];
    while (node != nullptr) {
      const bool descends = node->kind == NodeKind::element ? enter(*node, contexts)
                                                            : add_text(*node, contexts.back());
      node = descends && node->first_child != kNoNode ? &tree_[node->first_child]
                                                      : leave_up_to_next(node, contexts);
    }
  }

  // Leaves the node, and its parents that have no other node after it. Null: there is none.
  const Node* leave_up_to_next(const Node* node, std::vector<Context>& contexts) {
    while (true) {
      if (node->kind == NodeKind::element) leave(*node, contexts);
      if (node->next != kNoNode) return &tree_[node->next];
      if (node->parent == kNoNode) return nullptr;
      node = &tree_[node->parent];
    }
  }

  // Returns whether its content is part of the page.
  bool enter(const Node& node, std::vector<Context>& contexts) {
    Context context = contexts.back();
    const uint32_t traits = traits_of(node.tag);
    if (is_unseen(node, traits)) context.visibility = Visibility::hidden;
    if (node.space == Space::html && (traits & trait::keeps_space) != 0) context.keeps_space = true;
    if (is_fixed(node)) context.is_fixed = true;
    if (node.space == Space::html && node.tag == Tag::sup) begins_superscript_ = true;
    if (node.href != kNoHref) enter_anchor(node, context);
    if (context_.urls == PageUrls::of_attributes) {
      add_urls(url_attributes(source_, node), node.source, context);
    }
    contexts.push_back(context);
    break_line(node);
    return !(node.space == Space::html && node.tag == Tag::template_);
  }

  bool fixes_unwritable() const {
    return context_.fixed != nullptr && context_.fixed->also == FixedElements::Also::unwritable;
  }

  bool is_fixed(const Node& node) const {
    if (context_.fixed == nullptr) return false;
    if (node.space != Space::html) return fixes_unwritable();
    return context_.fixed->tags.has(node.tag) || has_fixed_class(node);
  }

  bool has_fixed_class(const Node& node) const {
    const std::vector<std::string>& classes = context_.fixed->classes;
    if (classes.empty() || node.source.empty()) return false;  // no source: the parser has put it
    for (const NamedAttribute& one : Tokenizer(source_).attributes_of(node.source)) {
      if (base::to_ascii_lower(text_of(one.name)) != "class") continue;
      const std::string value = base::attribute_value(text_of(one.value));
      return std::any_of(classes.begin(), classes.end(),
                         [&value](const std::string& name) { return has_word(value, name); });
    }
    return false;
  }

  // A browser with scripts, unlike this parser, reads <noscript> as text up to its end tag.
  void find_noscript() {
    static constexpr std::string_view kName = "noscript";
    const auto is_name_at = [this](size_t at) {
      if (base::to_ascii_lower(source_.substr(at, kName.size())) != kName) return false;
      const std::string_view next = source_.substr(at + kName.size(), 1);
      return next.find_first_of(" \t\n\r\f/>") != next.npos;
    };
    size_t begin = source_.npos;  // of an open one
    for (size_t at = source_.find('<'); at != source_.npos; at = source_.find('<', at + 1)) {
      if (begin == source_.npos && is_name_at(at + 1)) begin = at;
      if (begin == source_.npos || source_.substr(at).substr(0, 2) != "</" || !is_name_at(at + 2)) {
        continue;
      }
      noscript_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(at)});
      begin = source_.npos;
    }
    if (begin != source_.npos) {
      noscript_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(source_.size())});
    }
  }

  bool is_in_noscript(SourceRange text) const {
    if (noscript_.empty()) return false;
    const auto next =
        std::partition_point(noscript_.begin(), noscript_.end(),
                             [&](const SourceRange& each) { return each.end <= text.begin; });
    return next != noscript_.end() && next->begin < text.end;
  }

  void enter_anchor(const Node& node, Context& context) {
    if (node.tag == Tag::img) return note_alt(node, context);
    const Href& href = tree_.hrefs[node.href];
    if (node.tag != Tag::a && node.space != Space::html) return;
    if (node.tag == Tag::base) {
      if (!base_) base_.emplace(base_of(base::attribute_value(text_of(href.value))));
      return;
    }
    if (!is_anchor_[node.href]) {
      is_anchor_[node.href] = true;
      page_.anchors[node.href] = {{},    href.tag, href.value,       {}, {}, context.visibility,
                                  false, false,    context.is_fixed, 0,  {}};
    }
    if (node.tag == Tag::a) context.anchor = node.href;
  }

  void add_urls(const std::vector<UrlAttribute>& urls, SourceRange tag, const Context& context) {
    for (const UrlAttribute& url : urls) {
      urls_.push_back({url, tag, context.visibility, context.is_fixed});
    }
  }

  // The base may itself be relative to that of the document.
  std::string base_of(const std::string& value) const {
    const std::string href = cleaned_href(value);
    const bool is_relative = context_.base != nullptr && context_.base->resolves(href);
    return is_relative ? context_.base->resolve(href) : absolute_href(value, {});
  }

  // Of the first picture with one.
  void note_alt(const Node& image, const Context& context) {
    if (context.anchor == kNoAnchor) return;
    SourceRange& alt = page_.anchors[context.anchor].alt;
    if (alt.empty()) alt = tree_.alts[image.href];
  }

  void leave(const Node& node, std::vector<Context>& contexts) {
    contexts.pop_back();
    break_line(node);
    if (node.tag == Tag::br && line_feeds_ < kMostLineFeeds) ++line_feeds_;
  }

  void break_line(const Node& node) {
    const uint32_t traits = traits_of(node.tag);
    if ((traits & (trait::paragraph | trait::block | trait::cell)) == 0) return;
    if (node.space != Space::html) return;
    const uint8_t least = (traits & trait::paragraph) != 0 ? 2
                          : (traits & trait::block) != 0   ? 1
                                                           : 0;
    line_feeds_ = std::max(line_feeds_, least);
    if ((traits & trait::cell) != 0) begins_cell_ = true;
  }

  bool add_text(const Node& node, const Context& context) {
    if (context_.urls == PageUrls::of_attributes && tree_[node.parent].tag == Tag::style) {
      Context hidden = context;
      hidden.visibility = Visibility::hidden;
      add_urls(urls_of_style(source_, node.source), tree_[node.parent].source, hidden);
    }
    if (context.visibility == Visibility::hidden) return false;
    const bool is_reference = node.kind == NodeKind::reference;
    if (!context.keeps_space && !is_reference && line_feeds_ > 0 &&
        is_blank(text_of(node.source))) {
      return false;
    }
    pieces_.push_back(
        {node.source, context.anchor, static_cast<uint32_t>(pieces_.size()), line_feeds_,
         begins_cell_, begins_superscript_, context.keeps_space, is_reference,
         context.is_fixed || (node.is_moved && fixes_unwritable()) || is_in_noscript(node.source)});
    line_feeds_ = 0;
    begins_cell_ = begins_superscript_ = false;
    return false;
  }

  // Text that was moved has lines of its own.
  void sort_pieces() {
    const auto is_before = [](const Piece& a, const Piece& b) {
      return a.source.begin < b.source.begin;
    };
    if (std::is_sorted(pieces_.begin(), pieces_.end(), is_before)) return;
    for (size_t i = 1; i < pieces_.size(); ++i) {
      if (!is_before(pieces_[i - 1], pieces_[i])) begin_line(pieces_[i]);
    }
    std::sort(pieces_.begin(), pieces_.end(), is_before);  // no two begin at one place
    for (size_t i = 0; i < pieces_.size(); ++i) {
      if (i == 0 || pieces_[i].number != pieces_[i - 1].number + 1) begin_line(pieces_[i]);
    }
  }

  static void begin_line(Piece& piece) {
    piece.line_feeds = std::max<uint8_t>(piece.line_feeds, 1);
  }

  void append(const Piece& piece) {
    line_feeds_ = std::max(line_feeds_, piece.line_feeds);
    begins_cell_ |= piece.begins_cell;
    begins_superscript_ |= piece.begins_superscript;
    piece_ = &piece;
    const std::string_view text = text_of(piece.source);
    if (piece.is_reference) return append_reference(text, piece.source);
    if (!piece.is_fixed && piece.keeps_space && piece.anchor == kNoAnchor) {
      return append_kept_text(text, piece.source);
    }
    for (size_t at = 0; at < text.size();) {
      const auto begin = piece.source.begin + static_cast<uint32_t>(at);
      if (is_white_space_byte(text[at])) {
        const uint32_t size = text.substr(at).starts_with("\r\n") ? 2 : 1;
        append_space(text[at], {begin, begin + size});
        at += size;
        continue;
      }
      const size_t size =
          piece.is_fixed || piece.keeps_space ? size_of_word(text, at) : size_of_words(text, at);
      append_words({begin, begin + static_cast<uint32_t>(size)});
      at += size;
    }
  }

  static size_t size_of_word(std::string_view text, size_t at) {
    const auto begin = text.begin() + static_cast<ptrdiff_t>(at);
    return static_cast<size_t>(std::find_if(begin, text.end(), is_white_space_byte) - begin);
  }

  // PERF: words with one white space between them are one run, which is found and copied at once.
  // Of 720 M instructions for 5.4 MB of documentation (callgrind), build() took 213 word by word,
  // and takes 91.
  size_t size_of_words(std::string_view text, size_t at) const {
    const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
    return blocks_.words_of(begin + at, begin + text.size());
  }

  // In no anchor: up to a carriage return, it is as it is in the source.
  void append_kept_text(std::string_view text, SourceRange source) {
    for (size_t at = 0; at < text.size();) {
      const auto begin = source.begin + static_cast<uint32_t>(at);
      if (text[at] == '\r') {
        const uint32_t size = text.substr(at).starts_with("\r\n") ? 2 : 1;
        append_space('\r', {begin, begin + size});
        at += size;
        continue;
      }
      const size_t end = std::min(text.find('\r', at), text.size());
      start_line();
      page_text_.append_as_it_is({begin, begin + static_cast<uint32_t>(end - at)});
      base::count_steps(end - at);
      at = end;
    }
  }

  // REQUIRES: no two bytes of white space follow each other, and none if it is kept.
  void append_words(SourceRange source) {
    start_line();
    const auto begin = static_cast<uint32_t>(page_.text.size());
    page_text_.append_words(source);
    base::count_steps(source.end - source.begin);
    note_characters(begin);
  }

  void append_reference(std::string_view text, SourceRange source) {
    const base::Reference reference = base::read_reference(text, base::Place::text);
    if (is_blank(reference.text())) {
      append_space(reference.text()[0], source);
    } else {
      append_characters(reference.text(), source);
    }
  }

  void append_space(char c, SourceRange source) {
    if (!piece_->keeps_space) {
      if (space_.empty()) space_ = source;
      return;
    }
    start_line();
    const bool is_break = c == '\n' || c == '\r';
    add_run(is_break ? "\n" : std::string_view(&c, 1), source);
  }

  // REQUIRES: the text has no white space if white space is collapsed.
  void append_characters(std::string_view text, SourceRange source) {
    start_line();
    const auto begin = static_cast<uint32_t>(page_.text.size());
    add_run(text, source);
    note_characters(begin);
  }

  // From there on, they are of the current piece.
  void note_characters(uint32_t begin) {
    const auto end = static_cast<uint32_t>(page_.text.size());
    if (piece_->is_fixed) add_fixed({begin, end});
    if (piece_->anchor == kNoAnchor) return;
    std::vector<TextRange>& lines = page_.anchors[piece_->anchor].text;
    if (!lines.empty() && is_gap(lines.back().end, begin)) {
      lines.back().end = end;
    } else {
      lines.push_back({begin, end});
    }
  }

  void add_fixed(TextRange range) {
    std::vector<TextRange>& fixed = page_.fixed;
    if (!fixed.empty() && fixed.back().end == range.begin) {
      fixed.back().end = range.end;
    } else {
      fixed.push_back(range);
    }
  }

  // Is there at most white space between two characters of a line?
  bool is_gap(uint32_t begin, uint32_t end) const {
    base::count_steps(end - begin);
    const std::string_view between = std::string_view(page_.text).substr(begin, end - begin);
    return between.find_first_not_of(" \t\f") == between.npos;
  }

  // The white space before the next character.
  void start_line() {
    const bool is_at_begin = page_.text.empty() || page_.text.back() == '\n';
    if (line_feeds_ > 0 && !page_.text.empty()) {
      page_.text.append(line_feeds_ - line_feeds_at_end(line_feeds_), '\n');
    } else if (begins_cell_ && !is_at_begin) {
      page_.text += '\t';
    } else if (!space_.empty() && !is_at_begin) {
      add_run(" ", space_);
    } else if (begins_superscript_ && !is_at_begin && is_in_word_like_link()) {
      page_.text += '\t';
    }
    line_feeds_ = 0;
    begins_cell_ = begins_superscript_ = false;
    space_ = {};
  }

  // No byte is read twice: of a word that was read before, only the rest is.
  bool is_in_word_like_link() {
    std::string_view unread = page_.text;
    unread.remove_prefix(word_read_);
    const size_t space = unread.find_last_of(" \t\n");
    if (space != unread.npos) {
      word_has_mark_ = false;
      unread.remove_prefix(space + 1);
    }
    base::count_steps(unread.size());
    word_has_mark_ |= has_mark_of_link(unread);
    word_read_ = page_.text.size();
    return word_has_mark_;
  }

  // Not all, as in <pre> the whole text may be line feeds.
  size_t line_feeds_at_end(size_t most) const {
    const std::string_view text = page_.text;
    size_t count = 0;
    while (count < std::min(most, text.size()) && text[text.size() - 1 - count] == '\n') ++count;
    base::count_steps(count);
    return count;
  }

  void add_run(std::string_view text, SourceRange source) {
    page_text_.append(text, source);
    base::count_steps(text.size());
  }

  void finish_anchors() {
    const Base* const base = base_ ? &*base_ : context_.base;
    Destinations destinations(context_.relative_room);
    size_t kept = 0;
    for (uint32_t i = 0; i < page_.anchors.size(); ++i) {
      if (!is_anchor_[i]) continue;
      if (kept != i) page_.anchors[kept] = std::move(page_.anchors[i]);
      Anchor& anchor = page_.anchors[kept++];
      anchor.href = destination_of(anchor, base, destinations);
      anchor.place = place_of(anchor.tag.begin);
    }
    page_.anchors.resize(kept);
    add_anchors_of_urls(base, destinations);
    context_.relative_room = destinations.room();
  }

  void add_anchors_of_urls(const Base* base, Destinations& destinations) {
    for (const PlacedUrl& url : urls_) {
      Anchor anchor;
      anchor.tag = url.tag;
      anchor.attribute = url.attribute.value;
      anchor.name = url.attribute.name;
      anchor.visibility = url.visibility;
      anchor.is_fixed = url.is_fixed;
      anchor.href = destination_of(anchor, base, destinations);
      if (anchor.href.empty()) continue;
      anchor.place = place_of(url.tag.begin);
      page_.anchors.push_back(std::move(anchor));
    }
  }

  std::string destination_of(Anchor& anchor, const Base* base, Destinations& destinations) {
    const std::string_view written = text_of(anchor.attribute);
    const bool is_kept = context_.relative == KeepRelative::yes;
    if (base == nullptr && !is_kept && is_surely_relative(written)) return {};
    const std::string value = base::attribute_value(written);
    if (base == nullptr && !context_.scheme_of_hosts.empty()) {
      const std::string href = cleaned_href(value);
      anchor.is_bare_host = begins_with_www(href);
      if (anchor.is_bare_host) {
        return absolute_href(std::string(context_.scheme_of_hosts) + "://" + href, {});
      }
      if (begins_network_path(href)) {
        return absolute_href(std::string(context_.scheme_of_hosts) + ":" + href, {});
      }
    }
    if (base == nullptr && is_kept) {
      std::string href = relative_href(value);
      anchor.is_relative = !href.empty();
      if (anchor.is_relative) return href;
    }
    return destinations.of(value, base, anchor.tag, page_);
  }

  // The start of the text after a place of the source.
  uint32_t place_of(uint32_t source_offset) const {
    const auto run = std::partition_point(
        page_.runs_.begin(), page_.runs_.end(),
        [=](const Page::Run& one) { return one.source.begin < source_offset; });
    return run == page_.runs_.end() ? static_cast<uint32_t>(page_.text.size()) : run->text_begin();
  }

  std::string_view text_of(SourceRange range) const {
    return source_.substr(range.begin, range.end - range.begin);
  }

  std::string_view source_;
  Tree tree_;
  Page& page_;
  PageText page_text_;
  PageContext& context_;
  std::vector<Piece> pieces_;
  std::vector<bool> is_anchor_;        // of the hrefs: is it in the page?
  std::vector<PlacedUrl> urls_;        // of other attributes
  std::optional<Base> base_;           // of the first <base>
  std::vector<SourceRange> noscript_;  // with PageContext::fixed

  // The white space before the next character.
  uint8_t line_feeds_ = 0;
  bool begins_cell_ = false;
  bool begins_superscript_ = false;
  SourceRange space_;
  size_t word_read_ = 0;          // of the text, by is_in_word_like_link()
  bool word_has_mark_ = false;    // the word there
  const Piece* piece_ = nullptr;  // the current one
  const Blocks& blocks_ = *blocks_for(Cpu::best);
};

const Page::Run& Page::run_at(uint32_t text_offset) const {
  const auto next = std::partition_point(
      runs_.begin(), runs_.end(), [=](const Run& run) { return run.text_begin() <= text_offset; });
  return next == runs_.begin() ? runs_.front() : *(next - 1);
}

SourceRange Page::source_of(TextRange range) const {
  const Run& first = run_at(range.begin);
  const Run& last = run_at(range.end - 1);
  SourceRange source{first.source.begin, last.source.end};
  if (first.is_literal()) source.begin += range.begin - first.text_begin();
  if (last.is_literal()) source.end = last.source.begin + (range.end - last.text_begin());
  return source;
}

std::vector<SourceRange> Page::sources_of(TextRange range) const {
  std::vector<SourceRange> sources;
  const Run* run = &run_at(range.begin);
  const Run* const end = runs_.data() + runs_.size();
  for (uint32_t at = range.begin; at < range.end; ++run) {
    const uint32_t next = run + 1 == end ? range.end : std::min(range.end, (run + 1)->text_begin());
    SourceRange source = run->source;
    if (run->is_literal()) {
      source.begin += at - run->text_begin();
      source.end = std::min(run->source.end, source.begin + (next - at));
    }
    if (!sources.empty() && sources.back().end == source.begin) {
      sources.back().end = source.end;
    } else if (!source.empty()) {
      sources.push_back(source);
    }
    at = next;
  }
  return sources;
}

bool Page::has_fixed(TextRange range) const {
  const auto first = std::partition_point(
      fixed.begin(), fixed.end(), [&](const TextRange& each) { return each.end <= range.begin; });
  return first != fixed.end() && first->begin < range.end;
}

FixedElements elements_without_links() {
  FixedElements fixed;
  fixed.also = FixedElements::Also::unwritable;
  for (const Tag tag :
       {Tag::a, Tag::button, Tag::datalist, Tag::iframe, Tag::label, Tag::noembed, Tag::noframes,
        Tag::noscript, Tag::optgroup, Tag::option, Tag::plaintext, Tag::script, Tag::select,
        Tag::style, Tag::template_, Tag::textarea, Tag::title, Tag::xmp}) {
    fixed.tags.add(tag);
  }
  return fixed;
}

bool FixedElements::add(std::string_view name) {
  if (name.size() > 1 && name[0] == '.') {
    classes.emplace_back(name.substr(1));
    return true;
  }
  const Tag tag = known_tag(name);
  if (tag == Tag::kKnown) return false;
  tags.add(tag);
  return true;
}

void Page::clear() {
  text.clear();
  anchors.clear();
  fixed.clear();
  runs_.clear();
  is_cut = false;
  anchors_left_out = 0;
  first_left_out = {};
}

Page read_page(std::string_view source, PageContext& context) {
  Page page;
  PageBuilder(source.substr(0, kMaxSource), page, context).build();
  page.is_cut |= source.size() > kMaxSource;
  return page;
}

Page read_page(std::string_view source) {
  PageContext context;
  context.relative_room = max_relative_text(std::min(source.size(), kMaxSource));
  return read_page(source, context);
}

void PageText::append(std::string_view text, SourceRange source) {
  const auto begin = static_cast<uint32_t>(page_.text.size());
  page_.text += text;
  const size_t size = source.end - source.begin;
  // One byte for another is as good as the same.
  add_run(begin, size == text.size() && (size == 1 || text == source_.substr(source.begin, size)),
          source);
}

void PageText::append_words(SourceRange source) {
  const auto begin = static_cast<uint32_t>(page_.text.size());
  page_.text.append(source_, source.begin, source.end - source.begin);
  // Without a branch, so that the compiler makes a loop over vectors.
  for (size_t i = begin; i < page_.text.size(); ++i) {
    const char c = page_.text[i];
    page_.text[i] = is_white_space_byte(c) ? ' ' : c;
  }
  add_run(begin, true, source);
}

void PageText::append_as_it_is(SourceRange source) {
  const auto begin = static_cast<uint32_t>(page_.text.size());
  page_.text.append(source_, source.begin, source.end - source.begin);
  add_run(begin, true, source);
}

void PageText::add_run(uint32_t begin, bool is_literal, SourceRange source) {
  const bool continues = is_literal && run_end_ == begin && !page_.runs_.empty() &&
                         page_.runs_.back().is_literal() &&
                         page_.runs_.back().source.end == source.begin;
  run_end_ = page_.text.size();
  if (continues) {
    page_.runs_.back().source.end = source.end;
  } else {
    page_.runs_.emplace_back(begin, is_literal, source);
  }
}

void PageText::append(const Page& map, TextRange part) {
  const auto begin = static_cast<uint32_t>(page_.text.size());
  page_.text.append(map.text, part.begin, part.end - part.begin);
  append_run(map, {begin, true, {part.begin, part.end}});
}

void PageText::append(const Page& inner, const Page& map) {
  const auto shift = static_cast<uint32_t>(page_.text.size());
  page_.text += inner.text;
  for (const Page::Run& run : inner.runs_) {
    append_run(map, {run.text_begin() + shift, run.is_literal(), run.source});
  }
  const auto mapped = [&map](SourceRange source) {
    return map.source_of({source.begin, source.end});
  };
  for (Anchor anchor : inner.anchors) {
    anchor.tag = mapped(anchor.tag);
    anchor.attribute = anchor.attribute.empty() ? anchor.tag : mapped(anchor.attribute);
    if (!anchor.alt.empty()) anchor.alt = mapped(anchor.alt);
    anchor.place += shift;
    for (TextRange& range : anchor.text) range = {range.begin + shift, range.end + shift};
    page_.anchors.push_back(std::move(anchor));
  }
  if (inner.anchors_left_out > 0 && page_.anchors_left_out == 0) {
    page_.first_left_out = mapped(inner.first_left_out);
  }
  page_.anchors_left_out += inner.anchors_left_out;
  page_.is_cut |= inner.is_cut;
}

// `run`: from a place in the text of `map`. A literal run may be in several runs of the map.
void PageText::append_run(const Page& map, Page::Run run) {
  if (!run.is_literal()) {
    page_.runs_.emplace_back(run.text_begin(), false,
                             map.source_of({run.source.begin, run.source.end}));
    return;
  }
  const Page::Run* from = &map.run_at(run.source.begin);
  const Page::Run* const end = map.runs_.data() + map.runs_.size();
  for (uint32_t at = run.source.begin; at < run.source.end; ++from) {
    const uint32_t next =
        from + 1 == end ? run.source.end : std::min(run.source.end, (from + 1)->text_begin());
    SourceRange source = from->source;
    if (from->is_literal()) {
      source.begin += at - from->text_begin();
      source.end = source.begin + (next - at);
    }
    page_.runs_.emplace_back(run.text_begin() + (at - run.source.begin), from->is_literal(),
                             source);
    at = next;
  }
}

// Once there is no room for a relative one, there is none for those after it: so the base is read
// no more often than its text fits.
std::string Destinations::of(std::string_view value, const Base* base, const SourceRange& tag,
                             Page& page) {
  const std::string href = cleaned_href(value);
  if (base == nullptr || !base->resolves(href)) return absolute_href(href, {});
  std::string destination = room_ > 0 ? base->resolve(href) : std::string();
  if (room_ > 0 && destination.empty()) return {};
  return repeats(destination, tag, page) ? destination : std::string();
}

bool Destinations::repeats(std::string_view iri, const SourceRange& tag, Page& page) {
  // Without room, a long one is not even measured: a page may name it for each of its bytes.
  const size_t size = iri.size() <= room_ ? size_as_uri(iri) : 0;
  if (size > 0 && size <= room_) {
    room_ -= size;
    return true;
  }
  room_ = 0;
  if (page.anchors_left_out++ == 0) page.first_left_out = tag;
  return false;
}

}  // namespace linkspan::html
