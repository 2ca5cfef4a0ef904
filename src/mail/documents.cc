// SPDX-License-Identifier: Apache-2.0
// From a message to the documents in it: a DocumentStream reads one text part after another.
//
// Guarded by tests/mail/mail_documents_test.cc.
#include <string_view>
#include <utility>

#include "linkspan/charset.h"
#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

constexpr std::string_view kAuto = "auto";

// Reads the parts of one message, one after another.
class PartReader final : public Visitor {
 public:
  PartReader(DocumentStream& stream, const MessageOptions& options, MessageReceiver& receiver)
      : stream_(stream),
        options_(options),
        receiver_(receiver),
        forms_(stream, [this](const TextPart& part) { return options_of(part); }) {}

  FormComparer* comparer() override {
    return options_.wants == Wants::text && receiver_.next() == Visit::go_on ? &forms_ : nullptr;
  }

  void header(const Header& header) override {
    if (receiver_.next() == Visit::go_on) receiver_.header(header);
  }

  void begin_part(const TextPart& part) override {
    if (receiver_.next() == Visit::stop) return;
    DocumentOptions options = options_of(part);
    if (options_.read.alternatives == Alternatives::merged) merged_.set_options(part, options);
    is_guessed_ = options.charset != kAuto && !charset::knows(options.charset);
    if (is_guessed_) options.charset = kAuto;
    // Every known charset can be read.
    is_open_ = !stream_.begin(options).has_value();
    if (is_open_) receiver_.begin_part(part);
  }

  void block(std::string_view bytes) override {
    if (is_open_) stream_.feed(bytes, receiver_);
  }

  void end_part() override {
    if (!std::exchange(is_open_, false)) return;
    linkspan::Summary summary = stream_.finish(receiver_);
    summary.fell_back |= is_guessed_;
    receiver_.end_part(summary);
  }

 private:
  DocumentOptions options_of(const TextPart& part) const {
    return document_options(part, options_.document, options_.charset);
  }

  DocumentStream& stream_;
  const MessageOptions& options_;
  MessageReceiver& receiver_;
  MergedForms merged_;
  FormReader forms_;
  bool is_open_ = false;
  bool is_guessed_ = false;
};

class ToSink final : public MessageReceiver {
 public:
  explicit ToSink(Sink<MessageLink> sink) : sink_(sink) {}
  void begin_part(const TextPart& part) override { part_ = &part; }
  void link(const Link& link) override {
    if (next_ == Visit::go_on) next_ = sink_({*part_, link});
  }
  Visit next() const override { return next_; }

 private:
  Sink<MessageLink> sink_;
  const TextPart* part_ = nullptr;
  Visit next_ = Visit::go_on;
};

}  // namespace

Result<Summary> read_documents(std::string_view message, const Engine& engine,
                               MessageReceiver& receiver, const MessageOptions& options) {
  if (options.charset != kAuto) {
    const Result<charset::Charset> charset = charset::find(options.charset);
    if (!charset.ok()) return charset.error();
  }
  Result<DocumentStream> stream =
      DocumentStream::open(engine, {.charset = std::string(kAuto)}, options.wants);
  if (!stream.ok()) return stream.error();
  PartReader reader(*stream, options, receiver);
  return read_message(message, options.read, reader);
}

Result<Summary> linkify(std::string_view message, const Engine& engine, Sink<MessageLink> sink,
                        const MessageOptions& options) {
  ToSink receiver(sink);
  return read_documents(message, engine, receiver, options);
}

}  // namespace linkspan::mail
