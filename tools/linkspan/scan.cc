#include "scan.h"

#include <unistd.h>

#include <memory>

#include "batch.h"
#include "documents.h"
#include "inputs.h"
#include "io.h"
#include "reading.h"
#include "records.h"

namespace linkspan::command {
namespace {

// Writes a record for each link.
class RecordWriter final : public DocumentReceiver {
 public:
  RecordWriter(OutputFormat to, Count inputs, Output& output)
      : to_(to), inputs_(inputs), output_(output) {}

  void begin(const Origin& origin) override {
    origin_ = origin;
    head_ = head_of(origin);
  }
  void end() override {}

  void link(const Link& link) override {
    std::string& out = output_.buffer();
    switch (to_) {
      case OutputFormat::jsonl:
        append_jsonl(out, head_, origin_, link, output_.counts());
        break;
      case OutputFormat::tsv:
        append_tsv(out, head_, link, output_.counts());
        break;
      case OutputFormat::list:
        append_list(out, head_, link, output_.counts());
        break;
    }
    output_.flush_when_full();
  }

 private:
  std::string head_of(const Origin& origin) const {
    switch (to_) {
      case OutputFormat::jsonl:
        return jsonl_head(origin);
      case OutputFormat::tsv:
        return tsv_head(origin);
      case OutputFormat::list:
        break;
    }
    return list_head(origin, inputs_);
  }

  OutputFormat to_;
  Count inputs_;
  Output& output_;
  Origin origin_;
  std::string head_;
};

document::Wants wants_of(OutputFormat format) {
  switch (format) {
    case OutputFormat::jsonl:
      return document::Wants::links;
    case OutputFormat::tsv:
      return document::Wants::spans;
    case OutputFormat::list:
      break;
  }
  return document::Wants::begins;
}

int run_batch(const ReadSettings& settings, const Engine& engine, Output& output) {
  Batch batch(settings.document, engine, output);
  int status = kDone;
  const auto visit = [&](const std::string& name, int descriptor) {
    if (const int error_number = batch.run(descriptor); error_number != 0) {
      report_system_error(name, error_number);
      status = kIncomplete;
    }
    return output.state() == Output::State::open ? Next::go_on : Next::stop;
  };
  if (visit_inputs(settings.inputs, Seek::inputs, visit) == Reach::some) status = kIncomplete;
  output.flush();
  if (output.state() == Output::State::failed || batch.wrong_lines() > 0) status = kIncomplete;
  return status;
}

}  // namespace

int run_scan(const ScanSettings& settings, const Engine& engine) {
  Output output(STDOUT_FILENO);
  return run_scan(settings, engine, output);
}

int run_scan(const ScanSettings& settings, const Engine& engine, Output& output) {
  if (settings.read.from == InputFormat::jsonl) return run_batch(settings.read, engine, output);
  const Count inputs = count_inputs(settings.read.inputs);
  const MakeReceiver make = [&settings, inputs](Output& to) {
    return std::make_unique<RecordWriter>(settings.to, inputs, to);
  };
  return read_documents(settings.read, engine, wants_of(settings.to), make, output);
}

}  // namespace linkspan::command
