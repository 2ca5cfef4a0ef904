// SPDX-License-Identifier: Apache-2.0
// The members of the structs of linkspan_c.h that may grow, and which sizes of them a caller may
// have.
//
//   sizeof(linkspan_options)                                       complete
//   offsetof(linkspan_options, schemes), as in an older program    complete: its first members
//   offsetof(linkspan_options, schemes) + 4                        ends inside a member: an error
//   more than sizeof, as in a newer program                        complete: all that are known
//   here 0                                                              never set
//
// Half of a pointer would be called or read from, so a struct that ends inside a member is refused
// before any member is used. A size may end in the padding between two members, as sizeof of an
// older struct does. Guarded by tests/capi_use.c, which tries every size of every struct.
#pragma once

#include <array>
#include <cstddef>

#include "linkspan/linkspan_c.h"

namespace linkspan::capi {

struct Member {
  size_t begin, end;
};

// The members of a struct, in their order. One row for each struct with `struct_size`.
template <class Struct>
inline constexpr auto kMembers = nullptr;  // a struct without a row does not compile

#define LINKSPAN_MEMBER(name) \
  Member { offsetof(S, name), offsetof(S, name) + sizeof(S::name) }
#define LINKSPAN_MEMBERS(Struct, ...)           \
  template <>                                   \
  inline constexpr auto kMembers<Struct> = [] { \
    using S = Struct;                           \
    return std::array{__VA_ARGS__};             \
  }()

LINKSPAN_MEMBERS(linkspan_span, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(range),
                 LINKSPAN_MEMBER(parts), LINKSPAN_MEMBER(kind), LINKSPAN_MEMBER(form),
                 LINKSPAN_MEMBER(ended_by));
LINKSPAN_MEMBERS(linkspan_options, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(profile),
                 LINKSPAN_MEMBER(bare_domains), LINKSPAN_MEMBER(email), LINKSPAN_MEMBER(schemes),
                 LINKSPAN_MEMBER(schemes_count), LINKSPAN_MEMBER(tlds), LINKSPAN_MEMBER(tlds_count),
                 LINKSPAN_MEMBER(max_link_bytes));
LINKSPAN_MEMBERS(linkspan_built_in, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(places),
                 LINKSPAN_MEMBER(root), LINKSPAN_MEMBER(phones), LINKSPAN_MEMBER(regions),
                 LINKSPAN_MEMBER(regions_count), LINKSPAN_MEMBER(leniency));
LINKSPAN_MEMBERS(linkspan_link_change, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(removed),
                 LINKSPAN_MEMBER(removed_count), LINKSPAN_MEMBER(added),
                 LINKSPAN_MEMBER(added_count), LINKSPAN_MEMBER(moved_from),
                 LINKSPAN_MEMBER(moved_by));
LINKSPAN_MEMBERS(linkspan_document_options, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(charset),
                 LINKSPAN_MEMBER(charset_fallback), LINKSPAN_MEMBER(detect_at_hand),
                 LINKSPAN_MEMBER(markup), LINKSPAN_MEMBER(html_links), LINKSPAN_MEMBER(flow),
                 LINKSPAN_MEMBER(quoting), LINKSPAN_MEMBER(joining),
                 LINKSPAN_MEMBER(without_colours), LINKSPAN_MEMBER(percent_host),
                 LINKSPAN_MEMBER(default_to_https), LINKSPAN_MEMBER(offsets),
                 LINKSPAN_MEMBER(rules));
LINKSPAN_MEMBERS(linkspan_text_options, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(percent_host),
                 LINKSPAN_MEMBER(default_to_https), LINKSPAN_MEMBER(offsets));
LINKSPAN_MEMBERS(linkspan_summary, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(charset),
                 LINKSPAN_MEMBER(confidence), LINKSPAN_MEMBER(fell_back),
                 LINKSPAN_MEMBER(ended_by_ill_formed), LINKSPAN_MEMBER(ill_formed),
                 LINKSPAN_MEMBER(links), LINKSPAN_MEMBER(links_cut), LINKSPAN_MEMBER(is_cut),
                 LINKSPAN_MEMBER(links_left_out), LINKSPAN_MEMBER(first_left_out));
LINKSPAN_MEMBERS(linkspan_render_options, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(format),
                 LINKSPAN_MEMBER(page), LINKSPAN_MEMBER(keep_colours), LINKSPAN_MEMBER(title),
                 LINKSPAN_MEMBER(target), LINKSPAN_MEMBER(rel), LINKSPAN_MEMBER(css_class),
                 LINKSPAN_MEMBER(open_schemes), LINKSPAN_MEMBER(open_schemes_count),
                 LINKSPAN_MEMBER(show_destination), LINKSPAN_MEMBER(show_title),
                 LINKSPAN_MEMBER(rewrite), LINKSPAN_MEMBER(rewrite_context),
                 LINKSPAN_MEMBER(first_id), LINKSPAN_MEMBER(phrasing),
                 LINKSPAN_MEMBER(shorten_in_the_middle), LINKSPAN_MEMBER(most_characters),
                 LINKSPAN_MEMBER(attributes), LINKSPAN_MEMBER(attributes_context));
LINKSPAN_MEMBERS(linkspan_message_part, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(path),
                 LINKSPAN_MEMBER(media_type), LINKSPAN_MEMBER(charset), LINKSPAN_MEMBER(flow),
                 LINKSPAN_MEMBER(transfer_encoding), LINKSPAN_MEMBER(raw_begin));
LINKSPAN_MEMBERS(linkspan_message_options, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(fields),
                 LINKSPAN_MEMBER(fields_count), LINKSPAN_MEMBER(media_types),
                 LINKSPAN_MEMBER(media_types_count), LINKSPAN_MEMBER(all_alternatives),
                 LINKSPAN_MEMBER(block_lines), LINKSPAN_MEMBER(charset));
LINKSPAN_MEMBERS(linkspan_message_summary, LINKSPAN_MEMBER(struct_size),
                 LINKSPAN_MEMBER(text_parts), LINKSPAN_MEMBER(html_parts),
                 LINKSPAN_MEMBER(other_parts), LINKSPAN_MEMBER(encrypted_parts),
                 LINKSPAN_MEMBER(all_was_read), LINKSPAN_MEMBER(warnings));
LINKSPAN_MEMBERS(linkspan_message_visitor, LINKSPAN_MEMBER(struct_size), LINKSPAN_MEMBER(field),
                 LINKSPAN_MEMBER(begin_part), LINKSPAN_MEMBER(bytes), LINKSPAN_MEMBER(end_part),
                 LINKSPAN_MEMBER(warning));

#undef LINKSPAN_MEMBERS
#undef LINKSPAN_MEMBER

// Does the table leave out no member? Between two of them there is room for padding only.
template <class Struct>
constexpr bool has_all_members() {
  size_t end = 0;
  for (const Member& member : kMembers<Struct>) {
    if (member.begin - end >= alignof(Struct)) return false;
    end = member.end;
  }
  return sizeof(Struct) - end < alignof(Struct);
}

// Of the members of a struct of this size, those that are complete: where the last of them ends.
template <class Struct>
constexpr size_t complete_size(size_t struct_size) {
  static_assert(has_all_members<Struct>());
  size_t complete = 0;
  for (const Member& member : kMembers<Struct>) {
    if (member.end <= struct_size) complete = member.end;
  }
  return complete;
}

template <class Struct>
constexpr bool ends_inside_a_member(size_t struct_size) {
  for (const Member& member : kMembers<Struct>) {
    if (member.begin < struct_size && struct_size < member.end) return true;
  }
  return false;
}

}  // namespace linkspan::capi
