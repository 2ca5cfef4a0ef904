// SPDX-License-Identifier: Apache-2.0
// LinkCollector: fills a LinkStore with the links of the documents that are read.
//
//   document ─▶ text, link, piece, text… ─▶ lines and links, with a call to `notify` for each link
//
// A link is added as soon as its end is known, before the rest of its line is read. A line that is
// longer than kMostLineBytes is kept in parts, each as a line. Guarded by
// tests/command/cli/pick_collector_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/io.h"
#include "common/link_filter.h"
#include "input/document_reader.h"
#include "pick/model.h"

namespace linkspan::command {

class LinkCollector final : public DocumentReceiver {
 public:
  static constexpr size_t kMostLineBytes = 16 * 1024;

  // `notify` is called on the reading thread, when no mutex is held. `output` stops when no more
  // links are wanted. Links that the filter removes are text. Places do not name `only_input`. The
  // store, the output and the filter outlive this.
  LinkCollector(LinkStore& store, Output& output, const LinkFilter& filter,
                std::function<void()> notify, std::string only_input = "-");

  void begin_message(const Origin& origin) override;
  void message_header(const mail::Header& header) override;
  void begin(const Origin& origin) override;
  void end() override {}
  void link(const Link& link) override;
  void text(std::string_view decoded) override;
  void piece(std::string_view decoded, const Link& link) override;

 private:
  std::string& line_text();
  void append(std::string_view decoded);
  void end_line();
  size_t store_line();
  PickLink make_link(const Link& link) const;

  LinkStore& store_;
  Output& output_;
  const LinkFilter& filter_;
  std::function<void()> notify_;
  const std::string only_input_;

  std::string place_;  // of the document
  bool is_mail_ = false;
  bool is_later_form_ = false;       // is it another form of a text before it?
  std::string subject_, from_;       // of the message
  bool message_is_stored_ = false;   // has a link needed it yet?
  PickLine previous_;                // the line before
  bool previous_is_stored_ = true;   // or there is none
  PickLine current_;                 // the text is elsewhere when it is stored
  std::optional<size_t> stored_at_;  // where the current line is in the store
  bool keeps_link_ = false;          // the last one
  bool has_link_ = false;            // the current line
};

}  // namespace linkspan::command
