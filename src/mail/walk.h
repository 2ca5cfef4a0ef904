// SPDX-License-Identifier: Apache-2.0
// Walks over GMime's objects of one message, in order, and passes its fields and text parts to the
// visitor (linkspan/mail.h describes the numbers of parts and malformed messages).
//
// Internal to the stage: this header uses GMime's types. Guarded by
// tests/mail/mail_message_test.cc.
#pragma once

#include <gmime/gmime.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mail/parser_view.h"
#include "mail/reading.h"

namespace linkspan::mail {

class Walk {
 public:
  // REQUIRES: the arguments outlive this; the message was parsed from `view`.
  Walk(const ParserView& view, GMimeParserOptions* field_options, Place place, Reading& reading)
      : view_(view), field_options_(field_options), place_(place), reading_(reading) {}

  void visit_message(GMimeMessage* message, const std::string& prefix);

  // For a message that has no header: all of it is its text.
  void give_all_as_text(const std::string& prefix);

  // Warns of the fields that were cut for the parser, after all parts were visited.
  void warn_of_cut_fields();

 private:
  struct Extent {  // in the message
    size_t begin, end;
  };

  void visit_headers(GMimeMessage* message, const std::string& prefix);
  void visit_fields(uint64_t begin, const std::string& prefix);
  void visit_field(size_t begin, const std::string& prefix);
  void visit_part(GMimeObject* object, const std::string& path);
  void visit_multipart(GMimeMultipart* multipart, const std::string& path);
  void visit_children(GMimeMultipart* multipart, const std::string& path);
  void visit_alternative(GMimeMultipart* multipart, const std::string& path);
  void visit_fullest(GMimeMultipart* multipart, const std::string& path, FormComparer& comparer);
  void compare(GMimeObject* object, FormComparer& comparer);
  static bool has_other_form(GMimeMultipart* multipart, int child);
  void visit_leaf(GMimePart* part, const std::string& path);
  bool has_text(GMimeObject* object);
  bool find_text(GMimeObject* object);
  void visit_text(GMimePart* part, const std::string& path, std::string media_type);
  TextPart declared_text(GMimePart* part, std::string media_type) const;
  TransferEncoding silent_encoding_of(GMimePart* part, Extent extent) const;
  bool takes_only_plain() const;
  void visit_encoded_message(GMimePart* part, const std::string& path);
  void visit_smime(GMimePart* part, const std::string& path);
  bool may_go_deeper(const std::string& path);
  std::string decoded(GMimePart* part, const std::string& path);
  void read_inside(const std::string& message, const std::string& path);
  void give_text(TextPart part, Extent extent);
  void decode_extent(const std::string& path, Extent extent, TransferEncoding encoding,
                     Visitor& visitor);

  Extent extent_of(GMimePart* part) const;
  Extent extent_of_prologue(GMimeMultipart* multipart, std::string_view prologue) const;
  Extent without_line_end(Extent extent) const;
  TransferEncoding encoding_of(GMimePart* part, const std::string& path, Extent extent);

  const ParserView& view_;
  GMimeParserOptions* field_options_;
  Place place_;
  Reading& reading_;
  // Which forms of a text are reported. Files that are attached to one always are.
  enum class Forms : uint8_t { all, plain, none } forms_ = Forms::all;
  uint64_t alternative_ = 0;  // TextPart::alternative and is_later_form of the next part
  bool is_later_form_ = false;
  std::string base_;                                 // TextPart::location of parts without one
  unsigned comparisons_ = 0;                         // how many are around
  std::unordered_map<GMimeObject*, bool> has_text_;  // of the parts that were checked once
  std::vector<Extent> bodies_;                       // of the leaves, in order
};

}  // namespace linkspan::mail
