// SPDX-License-Identifier: Apache-2.0
// The insertion modes of tables (sections 13.2.6.4.9 to 13.2.6.4.15).
#include <algorithm>

#include "base/ascii.h"
#include "html/tree_builder.h"

namespace linkspan::html {
namespace {

// The tags of the parts of a table.
bool is_part_of_table(Tag tag) {
  return tag == Tag::caption || tag == Tag::col || tag == Tag::colgroup || tag == Tag::tr ||
         has_trait(tag, trait::table_body | trait::cell);
}

// End tags that are ignored in a table.
bool is_stray_end(Tag tag) { return tag == Tag::body || tag == Tag::html || is_part_of_table(tag); }

bool is_start(const Token& token) { return token.kind == Token::Kind::start_tag; }
bool is_end(const Token& token) { return token.kind == Token::Kind::end_tag; }
bool is_end(const Token& token, Tag tag) { return is_end(token) && token.tag == tag; }

}  // namespace

bool TreeBuilder::is_hidden_input(const Token& token) const {
  return base::to_ascii_lower(tokenizer_.text(token.attributes.type.value)) == "hidden";
}

TreeBuilder::Done TreeBuilder::in_table(const Token& token) {
  switch (token.kind) {
    case Token::Kind::text:
    case Token::Kind::reference:
    case Token::Kind::null:
      if (tree_[current()].space != Space::html ||
          !(has_trait(current_tag(), trait::foster) || current_is(Tag::template_))) {
        break;
      }
      table_text_.clear();
      original_mode_ = mode_;
      mode_ = Mode::in_table_text;
      return Done::no;
    case Token::Kind::start_tag:
      return start_in_table(token);
    case Token::Kind::end_tag:
      return end_in_table(token);
    case Token::Kind::end:
      return in_body(token);
    case Token::Kind::doctype:
      return Done::yes;
  }
  anything_else_in_table(token);
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::start_in_table(const Token& token) {
  switch (token.tag) {
    case Tag::caption:
      clear_stack_to({Tag::table, Tag::template_, Tag::html});
      formatting_.push_back({});
      insert_element(token);
      mode_ = Mode::in_caption;
      return Done::yes;
    case Tag::colgroup:
    case Tag::col:
      clear_stack_to({Tag::table, Tag::template_, Tag::html});
      mode_ = Mode::in_column_group;
      if (token.tag == Tag::colgroup) {
        insert_element(token);
        return Done::yes;
      }
      insert_element(Tag::colgroup);
      return Done::no;
    case Tag::table:
      if (!is_in_scope(Tag::table, Scope::table)) return Done::yes;
      pop_to(Tag::table);
      reset_insertion_mode();
      return Done::no;
    case Tag::style:
    case Tag::script:
    case Tag::template_:
      return in_head(token);
    case Tag::input:
      if (!is_hidden_input(token)) break;
      insert_empty(token);
      return Done::yes;
    case Tag::form:
      if (form_ != kNoNode || is_open(Tag::template_)) return Done::yes;
      form_ = insert_element(token);
      pop();
      return Done::yes;
    default:
      if (!is_part_of_table(token.tag)) break;
      clear_stack_to({Tag::table, Tag::template_, Tag::html});
      mode_ = Mode::in_table_body;
      if (has_trait(token.tag, trait::table_body)) {
        insert_element(token);
        return Done::yes;
      }
      insert_element(Tag::tbody);
      return Done::no;
  }
  anything_else_in_table(token);
  return Done::yes;
}

TreeBuilder::Done TreeBuilder::end_in_table(const Token& token) {
  if (token.tag == Tag::table) {
    if (!is_in_scope(Tag::table, Scope::table)) return Done::yes;
    pop_to(Tag::table);
    reset_insertion_mode();
    return Done::yes;
  }
  if (token.tag == Tag::template_) return in_head(token);
  if (!is_stray_end(token.tag)) anything_else_in_table(token);
  return Done::yes;
}

void TreeBuilder::anything_else_in_table(const Token& token) {
  fostering_ = Fostering::yes;
  in_body(token);
  fostering_ = Fostering::no;
}

// Text is collected, as one character that is not white space moves all of it before the table.
TreeBuilder::Done TreeBuilder::in_table_text(const Token& token) {
  if (token.kind == Token::Kind::null) return Done::yes;
  if (token.kind == Token::Kind::text || token.kind == Token::Kind::reference) {
    table_text_.push_back({token.kind, token.source});
    return Done::yes;
  }
  const auto token_of = [this](const Text& text) {
    Token again;
    again.kind = text.kind;
    again.source = text.source;
    if (text.kind == Token::Kind::reference) {
      again.reference = base::read_reference(tokenizer_.text(text.source), base::Place::text);
    }
    return again;
  };
  const bool is_blank = std::all_of(table_text_.begin(), table_text_.end(), [&](const Text& text) {
    return is_white_space(token_of(text));
  });
  mode_ = original_mode_;
  for (const Text& text : table_text_) {
    if (is_blank) {
      insert_text(token_of(text));
    } else {
      anything_else_in_table(token_of(text));
    }
  }
  return Done::no;
}

bool TreeBuilder::close_caption() {
  if (!is_in_scope(Tag::caption, Scope::table)) return false;
  imply_end_tags();
  pop_to(Tag::caption);
  clear_formatting_to_marker();
  mode_ = Mode::in_table;
  return true;
}

TreeBuilder::Done TreeBuilder::in_caption(const Token& token) {
  if (is_end(token, Tag::caption)) {
    close_caption();
    return Done::yes;
  }
  if ((is_start(token) && is_part_of_table(token.tag)) || is_end(token, Tag::table)) {
    return close_caption() ? Done::no : Done::yes;
  }
  if (is_end(token) && is_stray_end(token.tag)) return Done::yes;
  return in_body(token);
}

TreeBuilder::Done TreeBuilder::in_column_group(const Token& token) {
  if (is_white_space(token)) {
    insert_text(token);
    return Done::yes;
  }
  if (token.kind == Token::Kind::end) return in_body(token);
  if (token.kind == Token::Kind::doctype || is_end(token, Tag::col)) return Done::yes;
  if (is_start(token) && token.tag == Tag::html) return in_body(token);
  if (is_start(token) && token.tag == Tag::col) {
    insert_empty(token);
    return Done::yes;
  }
  if ((is_start(token) || is_end(token)) && token.tag == Tag::template_) return in_head(token);
  if (!current_is(Tag::colgroup)) return Done::yes;
  pop();
  mode_ = Mode::in_table;
  return is_end(token, Tag::colgroup) ? Done::yes : Done::no;
}

TreeBuilder::Done TreeBuilder::in_table_body(const Token& token) {
  const auto clear = [this] {
    clear_stack_to({Tag::tbody, Tag::tfoot, Tag::thead, Tag::template_, Tag::html});
  };
  if (is_start(token) && (token.tag == Tag::tr || has_trait(token.tag, trait::cell))) {
    clear();
    mode_ = Mode::in_row;
    if (token.tag == Tag::tr) {
      insert_element(token);
      return Done::yes;
    }
    insert_element(Tag::tr);
    return Done::no;
  }
  const bool is_body = has_trait(token.tag, trait::table_body);
  if (is_end(token) && is_body) {
    if (!is_in_scope(token.tag, Scope::table)) return Done::yes;
    clear();
    pop();
    mode_ = Mode::in_table;
    return Done::yes;
  }
  if ((is_start(token) && is_part_of_table(token.tag)) || is_end(token, Tag::table)) {
    if (!is_in_scope(Tag::tbody, Scope::table) && !is_in_scope(Tag::thead, Scope::table) &&
        !is_in_scope(Tag::tfoot, Scope::table)) {
      return Done::yes;
    }
    clear();
    pop();
    mode_ = Mode::in_table;
    return Done::no;
  }
  if (is_end(token) && is_stray_end(token.tag)) return Done::yes;
  return in_table(token);
}

bool TreeBuilder::close_row() {
  if (!is_in_scope(Tag::tr, Scope::table)) return false;
  clear_stack_to({Tag::tr, Tag::template_, Tag::html});
  pop();
  mode_ = Mode::in_table_body;
  return true;
}

TreeBuilder::Done TreeBuilder::in_row(const Token& token) {
  if (is_start(token) && has_trait(token.tag, trait::cell)) {
    clear_stack_to({Tag::tr, Tag::template_, Tag::html});
    insert_element(token);
    mode_ = Mode::in_cell;
    formatting_.push_back({});
    return Done::yes;
  }
  if (is_end(token, Tag::tr)) {
    close_row();
    return Done::yes;
  }
  if ((is_start(token) && is_part_of_table(token.tag)) || is_end(token, Tag::table)) {
    return close_row() ? Done::no : Done::yes;
  }
  if (is_end(token) && has_trait(token.tag, trait::table_body)) {
    if (!is_in_scope(token.tag, Scope::table)) return Done::yes;
    return close_row() ? Done::no : Done::yes;
  }
  if (is_end(token) && is_stray_end(token.tag)) return Done::yes;
  return in_table(token);
}

void TreeBuilder::close_cell() {
  imply_end_tags();
  while (stack_.size() > 1) {
    const bool is_cell =
        tree_[current()].space == Space::html && has_trait(current_tag(), trait::cell);
    pop();
    if (is_cell) break;
  }
  clear_formatting_to_marker();
  mode_ = Mode::in_row;
}

TreeBuilder::Done TreeBuilder::in_cell(const Token& token) {
  const bool is_cell = has_trait(token.tag, trait::cell);
  if (is_end(token) && is_cell) {
    if (!is_in_scope(token.tag, Scope::table)) return Done::yes;
    imply_end_tags();
    pop_to(token.tag);
    clear_formatting_to_marker();
    mode_ = Mode::in_row;
    return Done::yes;
  }
  if (is_start(token) && is_part_of_table(token.tag)) {
    if (!is_in_scope(Tag::td, Scope::table) && !is_in_scope(Tag::th, Scope::table)) {
      return Done::yes;
    }
    close_cell();
    return Done::no;
  }
  if (is_end(token)) {
    const bool ends_around =
        token.tag == Tag::table || token.tag == Tag::tr || has_trait(token.tag, trait::table_body);
    if (ends_around) {
      if (!is_in_scope(token.tag, Scope::table)) return Done::yes;
      close_cell();
      return Done::no;
    }
    if (is_stray_end(token.tag)) return Done::yes;
  }
  return in_body(token);
}

}  // namespace linkspan::html
