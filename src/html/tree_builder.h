// SPDX-License-Identifier: Apache-2.0
// TreeBuilder: tree construction (HTML, section 13.2.6), for a document that runs no scripts.
//
// One method handles a token in each insertion mode; their names are those of the standard. A token
// that a mode passes on to another is handled again: the method returns Done::no.
//
//   <a href=1>x<table><a href=2>y → both links are before the table ("foster parenting")
//   <a href=1><p>x</a>y               →  <a></a><p><a>x</a>y ("adoption agency")
//   <p><a href=1>x<p>y                →  the link is opened again in the second paragraph
//
// DEVIATION: elements nested more than kMaxDepth deep become siblings, as in browsers. If more than
// kMaxFormatting formatting elements are open, the first that is not a link is dropped, and once
// elements were reopened more often than a quarter of the bytes of the source, only links are
// reopened: else the tree of `<p><b id=1><b id=2>…` would be quadratic in its source (64 KiB: 2.7
// GB in gumbo 0.10.1). Frames have no text of their own and are left out.
//
// Guarded by tests/html/html_browser_test.cc.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "html/tree.h"

namespace linkspan::html {

class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view source);
  Tree build() &&;

 private:
  static constexpr size_t kMaxDepth = 512;  // INVARIANT: as many markers are in formatting_
  static constexpr size_t kMaxFormatting = 32;

  enum class Mode : uint8_t {
    initial,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    in_table,
    in_table_text,
    in_caption,
    in_column_group,
    in_table_body,
    in_row,
    in_cell,
    in_template,
    after_body,
    in_frameset,
    text,  // raw text, up to its end tag
  };
  enum class Done : uint8_t { no, yes };  // no: handle it again in the new mode

  // An entry of the list of active formatting elements; a marker has no node.
  struct Formatting {
    NodeId node = kNoNode;
    Tag tag = Tag::kKnown;
    SourceRange source;
    std::optional<uint64_t> hash = {};  // of its attributes, once they are compared
    bool is_marker() const { return node == kNoNode; }
  };
  enum class Scope : uint8_t { common, list_item, button, table };

  // --- tree_builder.cc: tokens, and the modes around the body
  void handle(const Token& token);
  Done handle_in(Mode mode, const Token& token);
  Done initial(const Token& token);
  Done before_head(const Token& token);
  Done in_head(const Token& token);
  bool start_in_head(const Token& token);
  Done in_head_noscript(const Token& token);
  Done after_head(const Token& token);
  Done after_body(const Token& token);
  Done in_frameset(const Token& token);
  Done in_template(const Token& token);
  Done in_raw_text(const Token& token);
  void start_template(const Token& token);
  void end_template();
  void read_raw(const Token& token, Tokenizer::Content content);
  void reset_insertion_mode();
  std::optional<Mode> mode_inside(NodeId node) const;
  void handle_text(const Token& token);
  void skip_line_feed_after(const Token& start);
  bool is_skipped(const Token& token) const;

  // --- tree_builder_body.cc
  Done in_body(const Token& token);
  void text_in_body(const Token& token);
  Done start_in_body(const Token& token);
  bool start_structure(const Token& token);
  bool start_block(const Token& token);
  bool start_list_item(const Token& token);
  bool start_inline(const Token& token);
  bool start_choice(const Token& token);
  bool start_empty(const Token& token);
  bool start_raw(const Token& token);
  void start_frameset(const Token& token);
  void end_in_body(const Token& token);
  void end_of_form();
  void any_other_end_tag(Tag tag);

  // --- tree_builder_table.cc
  Done in_table(const Token& token);
  Done start_in_table(const Token& token);
  Done end_in_table(const Token& token);
  Done in_table_text(const Token& token);
  Done in_caption(const Token& token);
  Done in_column_group(const Token& token);
  Done in_table_body(const Token& token);
  Done in_row(const Token& token);
  Done in_cell(const Token& token);
  void anything_else_in_table(const Token& token);
  bool close_caption();
  bool close_row();
  void close_cell();
  void clear_stack_to(std::initializer_list<Tag> tags);

  // --- tree_builder_foreign.cc: SVG and MathML
  // REQUIRES: the current node is foreign.
  bool is_foreign(const Token& token) const;
  void in_foreign_content(const Token& token);
  void end_in_foreign(const Token& token);

  // --- tree_builder_formatting.cc
  void push_formatting(NodeId node, const Token& token);
  size_t first_of_equals(Formatting& entry, size_t begin);
  void reconstruct_formatting();
  void clear_formatting_to_marker();
  void adopt(Tag tag);
  bool adopt_once(Tag tag);
  size_t formatting_of(Tag tag) const;
  NodeId move_formatting(size_t furthest, size_t element, size_t& bookmark);
  void remove_from_formatting(NodeId node);
  size_t find_formatting(NodeId node) const;
  NodeId clone(NodeId node);

  // --- tree_builder_stack.cc: the stack of open elements, and insertion
  struct Where {
    NodeId parent, next;
  };
  NodeId current() const { return stack_.back(); }
  Tag current_tag() const { return tree_[current()].tag; }
  bool is_html(NodeId node, Tag tag) const {
    return tree_[node].tag == tag && tree_[node].space == Space::html;
  }
  bool current_is(Tag tag) const { return is_html(current(), tag); }
  static constexpr size_t kNotOpen = SIZE_MAX;
  size_t index_of(NodeId node) const;
  size_t index_of_last(Tag tag) const;
  bool is_open(Tag tag) const { return index_of_last(tag) != kNotOpen; }
  bool is_in_scope(Tag tag, Scope scope = Scope::common) const;
  bool is_in_scope(NodeId node) const;
  bool ends_scope(NodeId node, Scope scope) const;
  bool is_special(NodeId node) const;
  bool is_hidden_input(const Token& token) const;
  bool has_heading_in_scope() const;
  void pop() { stack_.pop_back(); }
  void pop_too_deep();
  bool has_marker(NodeId node) const;
  void pop_to(Tag tag);
  void close(Tag tag);  // implied end tags, then pop_to
  void close_p_in_button_scope();
  void imply_end_tags(Tag except = Tag::kKnown);
  Where place_for(NodeId target) const {
    return fostering_ == Fostering::no ? Where{target, kNoNode} : foster_place_for(target);
  }
  Where foster_place_for(NodeId target) const;
  bool hides(const Attributes& attributes) const;
  bool has_html_inside(const Token& token, Space space) const;
  NodeId insert_element(const Token& token, Space space = Space::html);
  NodeId insert_element(Tag tag);
  void insert_empty(const Token& token);
  void insert_text(const Token& token);
  uint32_t href_of(const Token& token, Space space);

  void merge_attributes(NodeId element, const Token& token);
  void merge_into_html(const Token& token);
  void merge_into_body(const Token& token);

  bool is_white_space(const Token& token) const;

  std::string_view source_;
  Tokenizer tokenizer_;
  Tree tree_;
  std::vector<NodeId> stack_;
  std::vector<Formatting> formatting_;
  std::vector<Mode> template_modes_;
  struct Text {  // a token, with what is needed of it
    Token::Kind kind;
    SourceRange source;
  };
  std::vector<Text> table_text_;
  uint32_t line_feed_at_ = 0;  // where a line feed is not part of the text; 0: nowhere
  Mode mode_ = Mode::initial;
  Mode original_mode_ = Mode::initial;
  NodeId head_ = kNoNode;
  NodeId form_ = kNoNode;
  NodeId body_ = kNoNode;
  size_t clones_ = 0;
  enum class Quirks : uint8_t { no, yes } quirks_ = Quirks::no;
  enum class Fostering : uint8_t { no, yes } fostering_ = Fostering::no;
  enum class Framesets : uint8_t { allowed, not_allowed } framesets_ = Framesets::allowed;
};

}  // namespace linkspan::html
