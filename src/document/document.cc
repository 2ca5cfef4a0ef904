// The public face of the Pipeline.
#include "linkspan/document.h"

#include <utility>

#include "document/pipeline.h"

namespace linkspan {
namespace {

class ToSink final : public document::Receiver {
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

Result<std::unique_ptr<document::Pipeline>> open_pipeline(const Engine& engine,
                                                          const DocumentOptions& options) {
  const auto mapper = document::shared_mapper();
  if (!mapper) return mapper.error();
  auto pipeline =
      std::make_unique<document::Pipeline>(engine, mapper.value(), document::Wants::links);
  if (std::optional<Error> error = pipeline->begin(options)) return *std::move(error);
  return pipeline;
}

}  // namespace

Result<Summary> linkify(const Document& document, const Engine& engine, LinkSink sink) {
  auto pipeline = open_pipeline(engine, document.options);
  if (!pipeline) return pipeline.error();
  ToSink receiver(sink);
  (*pipeline)->feed(document.bytes, receiver);
  return (*pipeline)->finish(receiver);
}

DocumentStream::DocumentStream(std::unique_ptr<document::Pipeline> pipeline)
    : pipeline_(std::move(pipeline)) {}
DocumentStream::DocumentStream(DocumentStream&&) noexcept = default;
DocumentStream& DocumentStream::operator=(DocumentStream&&) noexcept = default;
DocumentStream::~DocumentStream() = default;

Result<DocumentStream> DocumentStream::open(const Engine& engine, const DocumentOptions& options) {
  auto pipeline = open_pipeline(engine, options);
  if (!pipeline) return pipeline.error();
  return DocumentStream(std::move(pipeline).value());
}

void DocumentStream::feed(std::string_view bytes, LinkSink sink) {
  ToSink receiver(sink);
  pipeline_->feed(bytes, receiver);
}

bool DocumentStream::is_stopped() const { return pipeline_->is_stopped(); }

Summary DocumentStream::finish(LinkSink sink) {
  ToSink receiver(sink);
  Summary summary = pipeline_->finish(receiver);
  pipeline_->begin_again();
  return summary;
}

}  // namespace linkspan
