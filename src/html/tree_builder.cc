// SPDX-License-Identifier: Apache-2.0
#include "html/tree_builder.h"

#include <algorithm>
#include <utility>

#include "html/quirks.h"

namespace linkspan::html {

Tree parse(std::string_view source) { return TreeBuilder(source).build(); }

TreeBuilder::TreeBuilder(std::string_view source) : source_(source), tokenizer_(source) {
  Node root;
  root.tag = Tag::html;
  stack_.push_back(tree_.add(root));
}

Tree TreeBuilder::build() && {
  Token token;
  do {
    const auto cdata = tree_[current()].space == Space::html ? Tokenizer::Cdata::is_comment
                                                             : Tokenizer::Cdata::is_text;
    tokenizer_.next(token, cdata);
    if (is_skipped(token)) continue;
    if (token.kind == Token::Kind::text) {
      handle_text(token);
    } else {
      handle(token);
    }
  } while (token.kind != Token::Kind::end);
  return std::move(tree_);
}

// After <pre> and the like, a line feed is not part of the text.
void TreeBuilder::skip_line_feed_after(const Token& start) {
  tokenizer_.skip_line_feed();
  line_feed_at_ = start.source.end;
}

// Is it that line feed, written as a reference? Then it is a token.
bool TreeBuilder::is_skipped(const Token& token) const {
  return token.kind == Token::Kind::reference && token.source.begin == line_feed_at_ &&
         token.reference.text() == "\n";
}

// White space before other text is a token of its own, as some modes treat it separately.
// PERF: not in the body, where nearly all text is: 7 % for pages of documentation, 4 without.
void TreeBuilder::handle_text(const Token& token) {
  if (mode_ == Mode::in_body) return handle(token);
  const std::string_view text = tokenizer_.text(token.source);
  const auto spaces = static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), is_white_space_byte) - text.begin());
  if (spaces == 0 || spaces == text.size()) return handle(token);
  Token part = token;
  part.source.end = part.source.begin + static_cast<uint32_t>(spaces);
  handle(part);
  part.source = {part.source.end, token.source.end};
  handle(part);
}

void TreeBuilder::handle(const Token& token) {
  if (token.kind == Token::Kind::doctype && mode_ != Mode::initial) return;
  if (tree_[current()].space != Space::html && is_foreign(token)) {
    return in_foreign_content(token);
  }
  while (handle_in(mode_, token) == Done::no) continue;
}

TreeBuilder::Done TreeBuilder::handle_in(Mode mode, const Token& token) {
  using Method = Done (TreeBuilder::*)(const Token&);
  // In the order of the enumeration.
  static constexpr Method kMethods[] = {
      &TreeBuilder::initial,          &TreeBuilder::before_head,   &TreeBuilder::in_head,
      &TreeBuilder::in_head_noscript, &TreeBuilder::after_head,    &TreeBuilder::in_body,
      &TreeBuilder::in_table,         &TreeBuilder::in_table_text, &TreeBuilder::in_caption,
      &TreeBuilder::in_column_group,  &TreeBuilder::in_table_body, &TreeBuilder::in_row,
      &TreeBuilder::in_cell,          &TreeBuilder::in_template,   &TreeBuilder::after_body,
      &TreeBuilder::in_frameset,      &TreeBuilder::in_raw_text,
  };
  return (this->*kMethods[static_cast<size_t>(mode)])(token);
}

TreeBuilder::Done TreeBuilder::initial(const Token& token) {
  if (is_white_space(token)) return Done::yes;
  mode_ = Mode::before_head;
  if (token.kind != Token::Kind::doctype) {
    quirks_ = Quirks::yes;
    return Done::no;
  }
  if (has_quirks(tokenizer_.text(token.source))) quirks_ = Quirks::yes;
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::before_head(const Token& token) {
  if (is_white_space(token) || token.kind == Token::Kind::null) return Done::yes;
  if (token.kind == Token::Kind::start_tag && token.tag == Tag::html) {
    merge_into_html(token);
    return Done::yes;
  }
  if (token.kind == Token::Kind::end_tag && token.tag != Tag::head && token.tag != Tag::body &&
      token.tag != Tag::html && token.tag != Tag::br) {
    return Done::yes;
  }
  mode_ = Mode::in_head;
  if (token.kind == Token::Kind::start_tag && token.tag == Tag::head) {
    head_ = insert_element(token);
    return Done::yes;
  }
  head_ = insert_element(Tag::head);
  return Done::no;
}

// The start tags that belong into the head. False: it is another one.
bool TreeBuilder::start_in_head(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      merge_into_html(token);
      return true;
    case Tag::head:
      return true;
    case Tag::title:
      read_raw(token, Tokenizer::Content::rcdata);
      return true;
    case Tag::noframes:
    case Tag::style:
      read_raw(token, Tokenizer::Content::raw_text);
      return true;
    case Tag::script:
      read_raw(token, Tokenizer::Content::script);
      return true;
    case Tag::noscript:
      insert_element(token);
      mode_ = Mode::in_head_noscript;
      return true;
    case Tag::template_:
      start_template(token);
      return true;
    default:
      if (!has_trait(token.tag, trait::head)) return false;
      insert_empty(token);
      return true;
  }
}

TreeBuilder::Done TreeBuilder::in_head(const Token& token) {
  if (is_white_space(token)) {
    insert_text(token);
    return Done::yes;
  }
  if (token.kind == Token::Kind::start_tag && start_in_head(token)) return Done::yes;
  if (token.kind == Token::Kind::end_tag) {
    if (token.tag == Tag::template_) {
      end_template();
      return Done::yes;
    }
    if (token.tag != Tag::head && token.tag != Tag::body && token.tag != Tag::html &&
        token.tag != Tag::br) {
      return Done::yes;
    }
  }
  pop();
  mode_ = Mode::after_head;
  const bool is_end = token.kind == Token::Kind::end_tag && token.tag == Tag::head;
  return is_end ? Done::yes : Done::no;
}

TreeBuilder::Done TreeBuilder::in_head_noscript(const Token& token) {
  if (is_white_space(token)) return in_head(token);
  if (token.kind == Token::Kind::start_tag) {
    switch (token.tag) {
      case Tag::html:
        return in_head(token);
      case Tag::head:
      case Tag::noscript:
        return Done::yes;
      case Tag::basefont:
      case Tag::bgsound:
      case Tag::link:
      case Tag::meta:
      case Tag::noframes:
      case Tag::style:
        return in_head(token);
      default:
        break;
    }
  }
  const bool is_end = token.kind == Token::Kind::end_tag;
  if (is_end && token.tag != Tag::noscript && token.tag != Tag::br) return Done::yes;
  pop();
  mode_ = Mode::in_head;
  return is_end && token.tag == Tag::noscript ? Done::yes : Done::no;
}

TreeBuilder::Done TreeBuilder::after_head(const Token& token) {
  if (is_white_space(token)) {
    insert_text(token);
    return Done::yes;
  }
  if (token.kind == Token::Kind::start_tag) {
    if (token.tag == Tag::html) return in_body(token);
    if (token.tag == Tag::head) return Done::yes;
    if (token.tag == Tag::body) {
      body_ = insert_element(token);
      framesets_ = Framesets::not_allowed;
      mode_ = Mode::in_body;
      return Done::yes;
    }
    if (token.tag == Tag::frameset) {
      insert_element(token);
      mode_ = Mode::in_frameset;
      return Done::yes;
    }
    if (has_trait(token.tag, trait::head)) {
      stack_.push_back(head_);
      in_head(token);
      std::erase(stack_, head_);
      return Done::yes;
    }
  }
  if (token.kind == Token::Kind::end_tag) {
    if (token.tag == Tag::template_) return in_head(token);
    if (token.tag != Tag::body && token.tag != Tag::html && token.tag != Tag::br) {
      return Done::yes;
    }
  }
  body_ = insert_element(Tag::body);
  mode_ = Mode::in_body;
  return Done::no;
}

TreeBuilder::Done TreeBuilder::after_body(const Token& token) {
  if (is_white_space(token)) return in_body(token);
  if (token.kind == Token::Kind::start_tag && token.tag == Tag::html) return in_body(token);
  if (token.kind == Token::Kind::end || token.tag == Tag::html) return Done::yes;
  mode_ = Mode::in_body;
  return Done::no;
}

// Of frames nothing is read: their only text, for browsers without frames, is not shown.
TreeBuilder::Done TreeBuilder::in_frameset(const Token& token) {
  if (token.kind == Token::Kind::start_tag && token.tag == Tag::noframes) return in_head(token);
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::in_raw_text(const Token& token) {
  if (token.kind == Token::Kind::end || token.kind == Token::Kind::end_tag) {
    pop();
    mode_ = original_mode_;
    return token.kind == Token::Kind::end ? Done::no : Done::yes;
  }
  // Style sheets have URLs (url_attributes.h).
  const bool is_read = !has_trait(current_tag(), trait::unseen) || current_tag() == Tag::style;
  if (is_read) insert_text(token);
  return Done::yes;
}

void TreeBuilder::read_raw(const Token& token, Tokenizer::Content content) {
  insert_element(token);
  tokenizer_.read_content_as(content);
  original_mode_ = mode_;
  mode_ = Mode::text;
}

TreeBuilder::Done TreeBuilder::in_template(const Token& token) {
  if (token.kind == Token::Kind::end) {
    if (!is_open(Tag::template_)) return Done::yes;
    end_template();
    return Done::no;
  }
  if (token.kind == Token::Kind::end_tag) {
    return token.tag == Tag::template_ ? in_head(token) : Done::yes;
  }
  if (token.kind != Token::Kind::start_tag) return in_body(token);
  if (has_trait(token.tag, trait::head)) return in_head(token);
  Mode mode = Mode::in_body;
  if (token.tag == Tag::caption || token.tag == Tag::colgroup ||
      has_trait(token.tag, trait::table_body)) {
    mode = Mode::in_table;
  } else if (token.tag == Tag::col) {
    mode = Mode::in_column_group;
  } else if (token.tag == Tag::tr) {
    mode = Mode::in_table_body;
  } else if (has_trait(token.tag, trait::cell)) {
    mode = Mode::in_row;
  }
  template_modes_.back() = mode;
  mode_ = mode;
  return Done::no;
}

void TreeBuilder::start_template(const Token& token) {
  insert_element(token);
  formatting_.push_back({});
  framesets_ = Framesets::not_allowed;
  mode_ = Mode::in_template;
  template_modes_.push_back(Mode::in_template);
}

void TreeBuilder::end_template() {
  if (!is_open(Tag::template_)) return;
  pop_to(Tag::template_);
  clear_formatting_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_insertion_mode();
}

// Nothing: the element does not decide, but the one around it.
std::optional<TreeBuilder::Mode> TreeBuilder::mode_inside(NodeId node) const {
  if (tree_[node].space != Space::html) return std::nullopt;
  const Tag tag = tree_[node].tag;
  if (has_trait(tag, trait::cell)) return Mode::in_cell;
  if (has_trait(tag, trait::table_body)) return Mode::in_table_body;
  switch (tag) {
    case Tag::tr:
      return Mode::in_row;
    case Tag::caption:
      return Mode::in_caption;
    case Tag::colgroup:
      return Mode::in_column_group;
    case Tag::table:
      return Mode::in_table;
    case Tag::template_:
      return template_modes_.empty() ? Mode::in_body : template_modes_.back();
    case Tag::head:
      return Mode::in_head;
    case Tag::body:
      return Mode::in_body;
    case Tag::frameset:
      return Mode::in_frameset;
    case Tag::html:
      return head_ == kNoNode ? Mode::before_head : Mode::after_head;
    default:
      return std::nullopt;
  }
}

void TreeBuilder::reset_insertion_mode() {
  mode_ = Mode::in_body;
  for (size_t i = stack_.size(); i-- > 0;) {
    if (const std::optional<Mode> mode = mode_inside(stack_[i])) {
      mode_ = *mode;
      return;
    }
  }
}

}  // namespace linkspan::html
