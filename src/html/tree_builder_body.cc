// SPDX-License-Identifier: Apache-2.0
// "The rules for parsing tokens in body" (section 13.2.6.4.7). Each start_… method takes the tags
// of one group and returns whether the tag was one of them.
#include "html/tree_builder.h"

namespace linkspan::html {

TreeBuilder::Done TreeBuilder::in_body(const Token& token) {
  switch (token.kind) {
    case Token::Kind::text:
    case Token::Kind::reference:
      text_in_body(token);
      return Done::yes;
    case Token::Kind::null:
    case Token::Kind::doctype:
      return Done::yes;
    case Token::Kind::end:
      return template_modes_.empty() ? Done::yes : in_template(token);
    case Token::Kind::start_tag:
      return start_in_body(token);
    case Token::Kind::end_tag:
      break;
  }
  if (token.tag == Tag::template_) return in_head(token);
  if (token.tag == Tag::body || token.tag == Tag::html) {
    if (!is_in_scope(Tag::body)) return Done::yes;
    mode_ = Mode::after_body;
    return Done::yes;
  }
  end_in_body(token);
  return Done::yes;
}

void TreeBuilder::text_in_body(const Token& token) {
  reconstruct_formatting();
  insert_text(token);
  if (!is_white_space(token)) framesets_ = Framesets::not_allowed;
}

TreeBuilder::Done TreeBuilder::start_in_body(const Token& token) {
  if (has_trait(token.tag, trait::head)) return in_head(token);
  // The most frequent ones first; they are in no other group.
  if (has_trait(token.tag, trait::formatting) && start_inline(token)) return Done::yes;
  if (start_structure(token) || start_block(token) || start_list_item(token) ||
      start_choice(token) || start_empty(token) || start_raw(token) || start_inline(token)) {
    return Done::yes;
  }
  reconstruct_formatting();
  insert_element(token);
  return Done::yes;
}

// Tags that do not belong into the body.
bool TreeBuilder::start_structure(const Token& token) {
  switch (token.tag) {
    case Tag::html:
      merge_into_html(token);
      return true;
    case Tag::caption:
    case Tag::col:
    case Tag::colgroup:
    case Tag::frame:
    case Tag::head:
    case Tag::tbody:
    case Tag::td:
    case Tag::tfoot:
    case Tag::th:
    case Tag::thead:
    case Tag::tr:
      return true;
    case Tag::body:
      merge_into_body(token);
      return true;
    case Tag::frameset:
      start_frameset(token);
      return true;
    default:
      return false;
  }
}

// In place of a body without text.
void TreeBuilder::start_frameset(const Token& token) {
  if (framesets_ == Framesets::not_allowed || body_ == kNoNode || index_of(body_) != 1) return;
  tree_.detach(body_);
  stack_.resize(1);
  insert_element(token);
  mode_ = Mode::in_frameset;
}

bool TreeBuilder::start_block(const Token& token) {
  if (has_trait(token.tag, trait::closes_p)) {
    close_p_in_button_scope();
    insert_element(token);
    return true;
  }
  if (has_trait(token.tag, trait::heading)) {
    close_p_in_button_scope();
    if (tree_[current()].space == Space::html && has_trait(current_tag(), trait::heading)) pop();
    insert_element(token);
    return true;
  }
  switch (token.tag) {
    case Tag::pre:
    case Tag::listing:
      close_p_in_button_scope();
      insert_element(token);
      skip_line_feed_after(token);
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::form:
      if (form_ != kNoNode && !is_open(Tag::template_)) return true;
      close_p_in_button_scope();
      if (const NodeId form = insert_element(token); !is_open(Tag::template_)) form_ = form;
      return true;
    case Tag::plaintext:
      close_p_in_button_scope();
      insert_element(token);
      tokenizer_.read_content_as(Tokenizer::Content::plain_text);
      return true;
    case Tag::table:
      if (quirks_ == Quirks::no) close_p_in_button_scope();
      insert_element(token);
      framesets_ = Framesets::not_allowed;
      mode_ = Mode::in_table;
      return true;
    default:
      return false;
  }
}

// An item ends the one before it.
bool TreeBuilder::start_list_item(const Token& token) {
  const bool is_definition = token.tag == Tag::dd || token.tag == Tag::dt;
  if (token.tag != Tag::li && !is_definition) return false;
  framesets_ = Framesets::not_allowed;
  for (size_t i = stack_.size(); i-- > 0;) {
    const NodeId node = stack_[i];
    const Tag tag = tree_[node].tag;
    if (tree_[node].space == Space::html &&
        (is_definition ? tag == Tag::dd || tag == Tag::dt : tag == Tag::li)) {
      close(tag);
      break;
    }
    const bool passes = tag == Tag::address || tag == Tag::div || tag == Tag::p;
    if (is_special(node) && !(tree_[node].space == Space::html && passes)) break;
  }
  close_p_in_button_scope();
  insert_element(token);
  return true;
}

// Menus to choose from, ruby and buttons.
bool TreeBuilder::start_choice(const Token& token) {
  switch (token.tag) {
    case Tag::button:
      if (is_in_scope(Tag::button)) close(Tag::button);
      reconstruct_formatting();
      insert_element(token);
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::select:
      if (is_in_scope(Tag::select)) {
        pop_to(Tag::select);
        return true;
      }
      reconstruct_formatting();
      insert_element(token);
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::option:
    case Tag::optgroup:
      if (is_in_scope(Tag::select)) {
        imply_end_tags(token.tag == Tag::option ? Tag::optgroup : Tag::kKnown);
      } else if (current_is(Tag::option)) {
        pop();
      }
      reconstruct_formatting();
      insert_element(token);
      return true;
    case Tag::rb:
    case Tag::rtc:
    case Tag::rp:
    case Tag::rt:
      if (is_in_scope(Tag::ruby)) {
        imply_end_tags(token.tag == Tag::rp || token.tag == Tag::rt ? Tag::rtc : Tag::kKnown);
      }
      insert_element(token);
      return true;
    default:
      return false;
  }
}

// Elements without content.
bool TreeBuilder::start_empty(const Token& token) {
  switch (token.tag) {
    case Tag::area:
    case Tag::br:
    case Tag::embed:
    case Tag::img:
    case Tag::keygen:
    case Tag::wbr:
      reconstruct_formatting();
      insert_empty(token);
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::image: {
      Token image = token;
      image.tag = Tag::img;
      return start_empty(image);
    }
    case Tag::input:
      if (is_in_scope(Tag::select)) pop_to(Tag::select);
      reconstruct_formatting();
      insert_empty(token);
      if (!is_hidden_input(token)) framesets_ = Framesets::not_allowed;
      return true;
    case Tag::param:
    case Tag::source:
    case Tag::track:
      insert_empty(token);
      return true;
    case Tag::hr:
      close_p_in_button_scope();
      if (is_in_scope(Tag::select)) imply_end_tags();
      insert_empty(token);
      framesets_ = Framesets::not_allowed;
      return true;
    default:
      return false;
  }
}

// Elements whose content is text.
bool TreeBuilder::start_raw(const Token& token) {
  switch (token.tag) {
    case Tag::textarea:
      read_raw(token, Tokenizer::Content::rcdata);
      skip_line_feed_after(token);
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::xmp:
      close_p_in_button_scope();
      reconstruct_formatting();
      framesets_ = Framesets::not_allowed;
      read_raw(token, Tokenizer::Content::raw_text);
      return true;
    case Tag::iframe:
      framesets_ = Framesets::not_allowed;
      read_raw(token, Tokenizer::Content::raw_text);
      return true;
    case Tag::noembed:
      read_raw(token, Tokenizer::Content::raw_text);
      return true;
    default:
      return false;
  }
}

bool TreeBuilder::start_inline(const Token& token) {
  switch (token.tag) {
    case Tag::a:
      if (const size_t open = formatting_of(Tag::a); open != kNotOpen) {
        const NodeId link = formatting_[open].node;
        adopt(Tag::a);
        remove_from_formatting(link);
        std::erase(stack_, link);
      }
      break;
    case Tag::nobr:
      reconstruct_formatting();
      if (is_in_scope(Tag::nobr)) adopt(Tag::nobr);
      break;
    case Tag::applet:
    case Tag::marquee:
    case Tag::object:
      reconstruct_formatting();
      insert_element(token);
      formatting_.push_back({});
      framesets_ = Framesets::not_allowed;
      return true;
    case Tag::math:
    case Tag::svg:
      reconstruct_formatting();
      insert_element(token, token.tag == Tag::svg ? Space::svg : Space::mathml);
      if (token.is_self_closing) pop();
      return true;
    default:
      if (!has_trait(token.tag, trait::formatting)) return false;
  }
  reconstruct_formatting();
  push_formatting(insert_element(token), token);
  return true;
}

void TreeBuilder::end_in_body(const Token& token) {
  const Tag tag = token.tag;
  if (has_trait(tag, trait::block_end)) {
    if (is_in_scope(tag)) close(tag);
  } else if (has_trait(tag, trait::formatting)) {
    adopt(tag);
  } else if (has_trait(tag, trait::heading)) {
    if (!has_heading_in_scope()) return;
    imply_end_tags();
    while (!(tree_[current()].space == Space::html && has_trait(current_tag(), trait::heading))) {
      pop();
    }
    pop();
  } else if (tag == Tag::form) {
    end_of_form();
  } else if (tag == Tag::p) {
    if (!is_in_scope(Tag::p, Scope::button)) insert_element(Tag::p);
    close(Tag::p);
  } else if (tag == Tag::li || tag == Tag::dd || tag == Tag::dt) {
    if (is_in_scope(tag, tag == Tag::li ? Scope::list_item : Scope::common)) close(tag);
  } else if (tag == Tag::applet || tag == Tag::marquee || tag == Tag::object) {
    if (!is_in_scope(tag)) return;
    close(tag);
    clear_formatting_to_marker();
  } else if (tag == Tag::br) {
    reconstruct_formatting();
    insert_element(Tag::br);  // without the attributes
    pop();
    framesets_ = Framesets::not_allowed;
  } else {
    any_other_end_tag(tag);
  }
}

void TreeBuilder::end_of_form() {
  if (is_open(Tag::template_)) {
    if (is_in_scope(Tag::form)) close(Tag::form);
    return;
  }
  const NodeId form = form_;
  form_ = kNoNode;
  if (form == kNoNode || !is_in_scope(form)) return;
  imply_end_tags();
  std::erase(stack_, form);
}

void TreeBuilder::any_other_end_tag(Tag tag) {
  for (size_t i = stack_.size(); i-- > 1;) {
    if (is_html(stack_[i], tag)) {
      const NodeId node = stack_[i];
      imply_end_tags(tag);
      while (current() != node) pop();
      pop();
      return;
    }
    if (is_special(stack_[i])) return;
  }
}

}  // namespace linkspan::html
