// SPDX-License-Identifier: Apache-2.0
// The public functions of document.h, over the Pipeline.
#include "linkspan/document.h"

#include <utility>
#include <vector>

#include "base/utf8.h"
#include "document/pipeline.h"

namespace linkspan {
namespace {

class ToSink final : public Receiver {
 public:
  explicit ToSink(LinkSink sink) : sink_(sink) {}
  void link(const Link& link) override {
    if (next_ == Visit::go_on) next_ = sink_(link);
  }
  Visit next() const override { return next_; }

 private:
  LinkSink sink_;
  Visit next_ = Visit::go_on;
};

// Unchanged UTF-8. add() and finish() as those of Utf16Text.
struct Utf8Text {
  using View = std::string_view;
  static View add(std::string_view utf8) { return utf8; }
  static View finish() { return {}; }
};

// Converts UTF-8, which may be cut anywhere, to UTF-16. Ill-formed sequences become U+FFFD, by the
// WHATWG Encoding Standard.
class Utf16Text {
 public:
  using View = std::u16string_view;
  // The units that are complete now. Lives until the next call.
  std::u16string_view add(std::string_view utf8) {
    rest_ += utf8;
    units_.clear();
    const auto* at = reinterpret_cast<const uint8_t*>(rest_.data());
    const auto* const end = at + rest_.size();
    while (at < end) {
      const base::CodePoint c = base::decode(at, end, base::Text::more_may_follow);
      if (c.length == 0) break;
      append(c.value == base::kIllFormed ? U'\uFFFD' : c.value);
      at += c.length;
    }
    rest_.erase(0, rest_.size() - static_cast<size_t>(end - at));
    return units_;
  }
  // The rest, at the end of the text.
  std::u16string_view finish() {
    units_.clear();
    if (!rest_.empty()) append(U'\uFFFD');
    rest_.clear();
    return units_;
  }

 private:
  void append(char32_t c) {
    if (c < 0x10000) {
      units_ += static_cast<char16_t>(c);
    } else {
      units_ += static_cast<char16_t>(0xD7C0 + (c >> 10));
      units_ += static_cast<char16_t>(0xDC00 + (c & 0x3FF));
    }
  }
  std::string rest_;
  std::u16string units_;
};

// Reports text and links, with their places in it.
template <class Text>
class ToTextSink final : public Receiver {
 public:
  ToTextSink(LinkSink links, Sink<typename Text::View> text) : links_(links), text_sink_(text) {}
  void text(std::string_view logical) override { give(text_.add(logical)); }
  void text_of_link(std::string_view logical) override {
    give(text_.finish());
    link_.in_text.begin = given_;
    give(text_.add(logical));
    give(text_.finish());
  }
  void link(const Link& link) override {
    if (next_ == Visit::stop) return;
    const uint64_t begin = link_.in_text.begin;
    link_ = link;
    link_.in_text = {begin, given_};
    next_ = links_(link_);
  }
  Visit next() const override { return next_; }
  void end() { give(text_.finish()); }

 private:
  void give(typename Text::View units) {
    if (next_ == Visit::stop || units.empty()) return;
    given_ += units.size();
    next_ = text_sink_(units);
  }

  LinkSink links_;
  Sink<typename Text::View> text_sink_;
  Text text_;
  Link link_;
  uint64_t given_ = 0;
  Visit next_ = Visit::go_on;
};

Result<std::unique_ptr<document::Pipeline>> open_pipeline(const Engine& engine,
                                                          const DocumentOptions& options,
                                                          Wants wants) {
  auto pipeline = std::make_unique<document::Pipeline>(engine, wants);
  if (std::optional<Error> error = pipeline->begin(options)) return *std::move(error);
  return pipeline;
}

}  // namespace

Result<Summary> linkify(const Document& document, const Engine& engine, LinkSink sink) {
  auto pipeline = open_pipeline(engine, document.options, Wants::links);
  if (!pipeline) return pipeline.error();
  ToSink receiver(sink);
  (*pipeline)->feed(document.bytes, receiver);
  return (*pipeline)->finish(receiver);
}

Result<std::vector<Link>> find_links(const Document& document, const Engine& engine) {
  std::vector<Link> links;
  const auto read =
      linkify(document, engine, [&links](const Link& link) { links.push_back(link); });
  if (!read.ok()) return read.error();
  return links;
}

namespace {

template <class Text>
Result<Summary> give_text(const Document& document, const Engine& engine, LinkSink links,
                          Sink<typename Text::View> text) {
  auto pipeline = open_pipeline(engine, document.options, Wants::logical_text);
  if (!pipeline) return pipeline.error();
  ToTextSink<Text> receiver(links, text);
  (*pipeline)->feed(document.bytes, receiver);
  Summary summary = (*pipeline)->finish(receiver);
  receiver.end();
  return summary;
}

}  // namespace

Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::string_view> text) {
  return give_text<Utf8Text>(document, engine, links, text);
}

Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::u16string_view> text) {
  return give_text<Utf16Text>(document, engine, links, text);
}

DocumentStream::DocumentStream(std::unique_ptr<document::Pipeline> pipeline,
                               DocumentOptions options)
    : pipeline_(std::move(pipeline)), options_(std::move(options)) {}
DocumentStream::DocumentStream(DocumentStream&&) noexcept = default;
DocumentStream& DocumentStream::operator=(DocumentStream&&) noexcept = default;
DocumentStream::~DocumentStream() = default;

Result<DocumentStream> DocumentStream::open(const Engine& engine, const DocumentOptions& options,
                                            Wants wants) {
  auto pipeline = open_pipeline(engine, options, wants);
  if (!pipeline) return pipeline.error();
  return DocumentStream(std::move(pipeline).value(), options);
}

std::optional<Error> DocumentStream::begin(const DocumentOptions& options) {
  state_ = State::finished;
  if (std::optional<Error> error = pipeline_->begin(options)) return error;
  options_ = options;
  state_ = State::begun;
  return {};
}

// The options were valid before.
void DocumentStream::begin_if_needed() {
  if (state_ == State::finished) pipeline_->begin(options_);
  state_ = State::begun;
}

void DocumentStream::feed(std::string_view bytes, Receiver& receiver) {
  begin_if_needed();
  pipeline_->feed(bytes, receiver);
}

void DocumentStream::feed(std::string_view bytes, LinkSink sink) {
  ToSink receiver(sink);
  feed(bytes, receiver);
}

Summary DocumentStream::finish(Receiver& receiver) {
  begin_if_needed();
  state_ = State::finished;
  return pipeline_->finish(receiver);
}

Summary DocumentStream::finish(LinkSink sink) {
  ToSink receiver(sink);
  return finish(receiver);
}

bool DocumentStream::is_stopped() const {
  return state_ == State::begun && pipeline_->is_stopped();
}
const Summary& DocumentStream::so_far() const { return pipeline_->so_far(); }
Position DocumentStream::end_position() const { return pipeline_->end_position(); }

}  // namespace linkspan
