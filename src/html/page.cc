// SPDX-License-Identifier: Apache-2.0
#include "html/page.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/references.h"
#include "base/steps.h"
#include "html/href.h"
#include "html/tree.h"

namespace linkspan::html {
namespace {

constexpr uint32_t kNoAnchor = UINT32_MAX;
constexpr uint8_t kMostLineFeeds = 3;

bool is_collapsible(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

// The properties of an element that affect its text.
struct Context {
  uint32_t anchor = kNoAnchor;
  Visibility visibility = Visibility::shown;
  bool keeps_space = false;
};

// Text from one node, and what separates it from the one before.
struct Piece {
  SourceRange source;
  uint32_t anchor;
  uint32_t number;  // in the order of the tree
  uint8_t line_feeds;
  bool begins_cell;
  bool keeps_space;
  bool is_reference;
};

bool begins_with_www(std::string_view href) {
  return base::to_ascii_lower(href.substr(0, 4)) == "www.";
}

bool is_unseen(const Node& node) {
  return node.is_hidden || has_trait(node.tag, trait::unseen) ||
         (node.space == Space::svg && node.tag == Tag::desc);
}

}  // namespace

// From the tree to the text: first the pieces in the order of the tree, then their characters in
// the order of the source.
class PageBuilder {
 public:
  PageBuilder(std::string_view source, std::string_view scheme_of_hosts, Page& page)
      : source_(source), scheme_of_hosts_(scheme_of_hosts), tree_(parse(source)), page_(page) {}

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
    NodeId id = kRoot;
    while (id != kNoNode) {
      const Node& node = tree_[id];
      const bool descends =
          node.kind == NodeKind::element ? enter(node, contexts) : add_text(node, contexts.back());
      if (descends && node.first_child != kNoNode) {
        id = node.first_child;
        continue;
      }
      while (id != kNoNode) {
        if (tree_[id].kind == NodeKind::element) leave(tree_[id], contexts);
        if (tree_[id].next != kNoNode) break;
        id = tree_[id].parent;
      }
      if (id != kNoNode) id = tree_[id].next;
    }
  }

  // Returns whether its content is part of the page.
  bool enter(const Node& node, std::vector<Context>& contexts) {
    Context context = contexts.back();
    if (is_unseen(node)) context.visibility = Visibility::hidden;
    if (node.space == Space::html && has_trait(node.tag, trait::keeps_space)) {
      context.keeps_space = true;
    }
    if (node.href != kNoHref) enter_anchor(node, context);
    contexts.push_back(context);
    break_line(node);
    return !(node.space == Space::html && node.tag == Tag::template_);
  }

  void enter_anchor(const Node& node, Context& context) {
    if (node.tag == Tag::img) return note_alt(node, context);
    const Href& href = tree_.hrefs[node.href];
    if (node.tag != Tag::a && node.space != Space::html) return;
    if (node.tag == Tag::base) {
      if (!base_) base_.emplace(absolute_href(base::attribute_value(text_of(href.value)), {}));
      return;
    }
    if (!is_anchor_[node.href]) {
      is_anchor_[node.href] = true;
      page_.anchors[node.href] = {{}, href.tag, href.value, {}, {}, context.visibility, false, 0};
    }
    if (node.tag == Tag::a) context.anchor = node.href;
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
    if (node.space != Space::html) return;
    const uint8_t least = has_trait(node.tag, trait::paragraph) ? 2
                          : has_trait(node.tag, trait::block)   ? 1
                                                                : 0;
    line_feeds_ = std::max(line_feeds_, least);
    if (has_trait(node.tag, trait::cell)) begins_cell_ = true;
  }

  bool add_text(const Node& node, const Context& context) {
    if (context.visibility == Visibility::hidden) return false;
    const bool is_reference = node.kind == NodeKind::reference;
    if (!context.keeps_space && !is_reference && line_feeds_ > 0 &&
        is_blank(text_of(node.source))) {
      return false;
    }
    pieces_.push_back({node.source, context.anchor, static_cast<uint32_t>(pieces_.size()),
                       line_feeds_, begins_cell_, context.keeps_space, is_reference});
    line_feeds_ = 0;
    begins_cell_ = false;
    return false;
  }

  static bool is_blank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_collapsible);
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
    piece_ = &piece;
    const std::string_view text = text_of(piece.source);
    if (piece.is_reference) return append_reference(text, piece.source);
    for (size_t at = 0; at < text.size();) {
      const auto begin = piece.source.begin + static_cast<uint32_t>(at);
      if (is_collapsible(text[at])) {
        const uint32_t size = text.substr(at).starts_with("\r\n") ? 2 : 1;
        append_space(text[at], {begin, begin + size});
        at += size;
        continue;
      }
      const size_t end = std::min(text.find_first_of(" \n\t\r\f", at), text.size());
      append_characters(text.substr(at, end - at),
                        {begin, begin + static_cast<uint32_t>(end - at)});
      at = end;
    }
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
    const auto end = static_cast<uint32_t>(page_.text.size());
    if (piece_->anchor == kNoAnchor) return;
    std::vector<TextRange>& lines = page_.anchors[piece_->anchor].text;
    if (!lines.empty() && is_gap(lines.back().end, begin)) {
      lines.back().end = end;
    } else {
      lines.push_back({begin, end});
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
    }
    line_feeds_ = 0;
    begins_cell_ = false;
    space_ = {};
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
    const auto begin = static_cast<uint32_t>(page_.text.size());
    page_.text += text;
    base::count_steps(text.size());
    const bool is_literal = source.end - source.begin == text.size() && text == text_of(source);
    const bool continues = is_literal && run_end_ == begin && !page_.runs_.empty() &&
                           page_.runs_.back().is_literal() &&
                           page_.runs_.back().source.end == source.begin;
    run_end_ = static_cast<uint32_t>(page_.text.size());
    if (continues) {
      page_.runs_.back().source.end = source.end;
    } else {
      page_.runs_.emplace_back(begin, is_literal, source);
    }
  }

  void finish_anchors() {
    size_t room = max_relative_text(source_.size());
    size_t kept = 0;
    for (uint32_t i = 0; i < page_.anchors.size(); ++i) {
      if (!is_anchor_[i]) continue;
      if (kept != i) page_.anchors[kept] = std::move(page_.anchors[i]);
      Anchor& anchor = page_.anchors[kept++];
      anchor.href = destination_of(anchor, room);
      anchor.place = place_of(anchor.tag.begin);
    }
    page_.anchors.resize(kept);
  }

  // Once there is no room for a relative one, there is none for those after it: so the base is read
  // no more often than its text fits.
  std::string destination_of(Anchor& anchor, size_t& room) {
    const std::string href = cleaned_href(base::attribute_value(text_of(anchor.attribute)));
    if (!base_ && !scheme_of_hosts_.empty() && begins_with_www(href)) {
      anchor.is_bare_host = true;
      return absolute_href(std::string(scheme_of_hosts_) + "://" + href, {});
    }
    if (!base_ || !base_->resolves(href)) return absolute_href(href, {});
    std::string destination = room > 0 ? base_->resolve(href) : std::string();
    const size_t size = size_as_uri(destination);
    if (size > 0 && size <= room) {
      room -= size;
      return destination;
    }
    if (room > 0 && size == 0) return {};
    room = 0;
    if (page_.anchors_left_out++ == 0) page_.first_left_out = anchor.tag;
    return {};
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
  std::string_view scheme_of_hosts_;
  Tree tree_;
  Page& page_;
  std::vector<Piece> pieces_;
  std::vector<bool> is_anchor_;  // of the hrefs: is it in the page?
  std::optional<Base> base_;     // of the first <base>

  // The white space before the next character.
  uint8_t line_feeds_ = 0;
  bool begins_cell_ = false;
  SourceRange space_;
  const Piece* piece_ = nullptr;  // the current one
  uint32_t run_end_ = 0;          // of the last run, in the text
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

Page read_page(std::string_view source, std::string_view scheme_of_hosts) {
  Page page;
  PageBuilder(source.substr(0, kMaxSource), scheme_of_hosts, page).build();
  page.is_cut |= source.size() > kMaxSource;
  return page;
}

}  // namespace linkspan::html
