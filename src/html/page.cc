// SPDX-License-Identifier: Apache-2.0
#include "html/page.h"

#include <algorithm>
#include <unordered_map>

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

// A text node, and what separates it from the one before.
struct Piece {
  NodeId node;
  Context context;
  uint8_t line_feeds;
  bool begins_cell;
};

bool is_unseen(const Node& node) {
  return node.is_hidden || has_trait(node.tag, trait::unseen) ||
         (node.space == Space::svg && node.tag == Tag::desc);
}

}  // namespace

// From the tree to the text: first the pieces in the order of the tree, then their characters in
// the order of the source.
class PageBuilder {
 public:
  PageBuilder(std::string_view source, Page& page)
      : source_(source), tree_(parse(source)), page_(page) {}

  void build() {
    page_.is_cut = tree_.is_cut;
    collect();
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
          node.kind == NodeKind::element ? enter(node, contexts) : add_text(id, contexts.back());
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
    if (node.has_href) enter_anchor(node, context);
    contexts.push_back(context);
    break_line(node);
    return !(node.space == Space::html && node.tag == Tag::template_);
  }

  void enter_anchor(const Node& node, Context& context) {
    if (node.tag == Tag::base && !has_base_) {
      has_base_ = true;
      base_ = absolute_href(base::attribute_value(text_of(node.href)), {});
    }
    const bool is_area = node.tag == Tag::area && node.space == Space::html;
    if (node.tag != Tag::a && !is_area) return;
    const auto [known, is_new] =
        anchor_of_tag_.try_emplace(node.source.begin, static_cast<uint32_t>(page_.anchors.size()));
    if (is_new) {
      page_.anchors.push_back({{}, node.source, node.href, {}, context.visibility, 0});
    }
    if (!is_area) context.anchor = known->second;
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

  bool add_text(NodeId id, const Context& context) {
    const Node& node = tree_[id];
    if (context.visibility == Visibility::hidden || node.kind == NodeKind::null) return false;
    if (!context.keeps_space && node.kind == NodeKind::text && is_blank(text_of(node.source)) &&
        line_feeds_ > 0) {
      return false;
    }
    pieces_.push_back({id, context, line_feeds_, begins_cell_});
    line_feeds_ = 0;
    begins_cell_ = false;
    return false;
  }

  static bool is_blank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_collapsible);
  }

  // Text that was moved has lines of its own.
  void sort_pieces() {
    const auto begin_of = [this](const Piece& piece) { return tree_[piece.node].source.begin; };
    const auto is_before = [&](const Piece& a, const Piece& b) {
      return begin_of(a) < begin_of(b);
    };
    if (std::is_sorted(pieces_.begin(), pieces_.end(), is_before)) return;
    for (size_t i = 1; i < pieces_.size(); ++i) {
      if (!is_before(pieces_[i - 1], pieces_[i])) {
        pieces_[i].line_feeds = std::max<uint8_t>(pieces_[i].line_feeds, 1);
      }
    }
    std::vector<uint32_t> order(pieces_.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return is_before(pieces_[a], pieces_[b]); });
    std::vector<Piece> sorted;
    sorted.reserve(pieces_.size());
    for (size_t i = 0; i < order.size(); ++i) {
      sorted.push_back(pieces_[order[i]]);
      const bool follows = i > 0 && order[i] == order[i - 1] + 1;
      if (!follows) sorted.back().line_feeds = std::max<uint8_t>(sorted.back().line_feeds, 1);
    }
    pieces_.swap(sorted);
  }

  void append(const Piece& piece) {
    const Node& node = tree_[piece.node];
    line_feeds_ = std::max(line_feeds_, piece.line_feeds);
    begins_cell_ |= piece.begins_cell;
    piece_ = &piece.context;
    if (node.kind == NodeKind::reference) {
      const std::string_view text(node.reference, node.reference_size);
      if (is_blank(text)) {
        append_space(text[0], node.source);
      } else {
        append_characters(text, node.source);
      }
      return;
    }
    const std::string_view text = text_of(node.source);
    for (size_t at = 0; at < text.size();) {
      const auto begin = node.source.begin + static_cast<uint32_t>(at);
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
    const std::string_view between = std::string_view(page_.text).substr(begin, end - begin);
    return between.find_first_not_of(" \t\f") == between.npos;
  }

  // The white space before the next character.
  void start_line() {
    const bool is_at_begin = page_.text.empty() || page_.text.back() == '\n';
    if (line_feeds_ > 0 && !page_.text.empty()) {
      const std::string_view text = page_.text;
      const size_t there = text.size() - std::min(text.find_last_not_of('\n') + 1, text.size());
      page_.text.append(line_feeds_ - std::min<size_t>(there, line_feeds_), '\n');
    } else if (begins_cell_ && !is_at_begin) {
      page_.text += '\t';
    } else if (!space_.empty() && !is_at_begin) {
      add_run(" ", space_);
    }
    line_feeds_ = 0;
    begins_cell_ = false;
    space_ = {};
  }

  void add_run(std::string_view text, SourceRange source) {
    const auto begin = static_cast<uint32_t>(page_.text.size());
    page_.text += text;
    const auto end = static_cast<uint32_t>(page_.text.size());
    const bool is_literal = source.end - source.begin == text.size() && text == text_of(source);
    if (!page_.runs_.empty()) {
      Page::Run& last = page_.runs_.back();
      if (is_literal && last.is_literal && last.text_end == begin &&
          last.source.end == source.begin) {
        last.text_end = end;
        last.source.end = source.end;
        return;
      }
    }
    page_.runs_.push_back({begin, end, source, is_literal});
  }

  void finish_anchors() {
    for (Anchor& anchor : page_.anchors) {
      anchor.href = absolute_href(base::attribute_value(text_of(anchor.attribute)), base_);
      anchor.place = place_of(anchor.tag.begin);
    }
    std::stable_sort(page_.anchors.begin(), page_.anchors.end(),
                     [](const Anchor& a, const Anchor& b) { return a.tag.begin < b.tag.begin; });
  }

  // The start of the text after a place of the source.
  uint32_t place_of(uint32_t source_offset) const {
    const auto run = std::partition_point(
        page_.runs_.begin(), page_.runs_.end(),
        [=](const Page::Run& one) { return one.source.begin < source_offset; });
    return run == page_.runs_.end() ? static_cast<uint32_t>(page_.text.size()) : run->text_begin;
  }

  std::string_view text_of(SourceRange range) const {
    return source_.substr(range.begin, range.end - range.begin);
  }

  std::string_view source_;
  Tree tree_;
  Page& page_;
  std::vector<Piece> pieces_;
  std::unordered_map<uint32_t, uint32_t> anchor_of_tag_;
  std::string base_;
  bool has_base_ = false;

  // The white space before the next character.
  uint8_t line_feeds_ = 0;
  bool begins_cell_ = false;
  SourceRange space_;
  const Context* piece_ = nullptr;  // of the current piece
};

const Page::Run& Page::run_at(uint32_t text_offset) const {
  const auto next = std::partition_point(
      runs_.begin(), runs_.end(), [=](const Run& run) { return run.text_begin <= text_offset; });
  return next == runs_.begin() ? runs_.front() : *(next - 1);
}

SourceRange Page::source_of(TextRange range) const {
  const Run& first = run_at(range.begin);
  const Run& last = run_at(range.end - 1);
  SourceRange source{first.source.begin, last.source.end};
  if (first.is_literal) source.begin += range.begin - first.text_begin;
  if (last.is_literal) source.end = last.source.begin + (range.end - last.text_begin);
  return source;
}

Page read_page(std::string_view source) {
  Page page;
  PageBuilder(source.substr(0, kMaxSource), page).build();
  page.is_cut |= source.size() > kMaxSource;
  return page;
}

}  // namespace linkspan::html
