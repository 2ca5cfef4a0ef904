// One Stream goes over each input in blocks. The text is kept from where the Stream says that links
// may still begin, so a stream of any length, and a line of any length, take the same memory.
#include "scan.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "batch.h"
#include "inputs.h"
#include "io.h"
#include "positions.h"
#include "records.h"
#include "retained_text.h"

namespace linkspan::command {
namespace {

class TextScan {
 public:
  TextScan(const ScanSettings& settings, const Engine& engine, Output& output)
      : to_(settings.to),
        count_(count_inputs(settings.inputs)),
        stream_(engine.open()),
        positions_(settings.offsets),
        output_(output) {}

  // Writes the links of one input. Returns 0, or the errno of reading it; the links before the
  // place where that failed are written all the same.
  int run(const std::string& source, int descriptor) {
    const auto sink = [this, &source](const Span& span) { write(source, span); };
    const Waits waits = reading_waits(descriptor);
    int error_number = 0;
    while (output_.state() == Output::State::open) {
      if (waits == Waits::yes) output_.flush();  // what was found is not held back by waiting
      const ssize_t got = read_some(descriptor, text_.room(kBlockBytes), kBlockBytes);
      if (got < 0) error_number = errno;
      if (got <= 0) break;
      stream_.feed(text_.taken(static_cast<size_t>(got)), sink);
      forget();
    }
    stream_.finish(sink);
    text_.clear();
    positions_.restart();
    return error_number;
  }

 private:
  void write(const std::string& source, const Span& span) {
    const Position start = position_at(span.range.begin);
    const Position end = position_at(span.range.end);
    const Record record{source, start, end, span, text_.between(span.range.begin, span.range.end)};
    switch (to_) {
      case OutputFormat::jsonl:
        append_jsonl(output_.buffer(), record);
        break;
      case OutputFormat::tsv:
        append_tsv(output_.buffer(), record);
        break;
      case OutputFormat::list:
        append_list(output_.buffer(), record, count_);
        break;
    }
    output_.flush_when_full();
  }

  Position position_at(uint64_t offset) {
    return positions_.advance(text_.between(positions_.bytes(), offset));
  }

  // Lets go of the text that no link can begin in any more, once its positions are counted.
  void forget() {
    const uint64_t from = stream_.retain_from();
    if (from > positions_.bytes()) {
      positions_.advance(without_cut_sequence(text_.between(positions_.bytes(), from)));
    }
    text_.release_before(std::min(from, positions_.bytes()));
  }

  OutputFormat to_;
  Count count_;
  Stream stream_;
  RetainedText text_;
  PositionCounter positions_;
  Output& output_;
};

// Calls `read(name, descriptor)` for each input; it returns 0 or an errno. Returns the exit status.
template <class Read>
int read_inputs(const ScanSettings& settings, Output& output, Read read) {
  int status = kDone;
  const auto visit = [&](const std::string& name, int descriptor) {
    if (const int error_number = read(name, descriptor); error_number != 0) {
      report_system_error(name, error_number);
      status = kIncomplete;
    }
    return output.state() == Output::State::open ? Next::go_on : Next::stop;
  };
  if (visit_inputs(settings.inputs, visit) == Reach::some) status = kIncomplete;
  output.flush();
  return output.state() == Output::State::failed ? kIncomplete : status;
}

}  // namespace

int run_scan(const ScanSettings& settings, const Engine& engine) {
  Output output(STDOUT_FILENO);
  if (settings.from == InputFormat::jsonl) {
    Batch batch(settings.offsets, engine, output);
    const int status = read_inputs(settings, output, [&batch](const std::string&, int descriptor) {
      return batch.run(descriptor);
    });
    return batch.wrong_lines() > 0 ? kIncomplete : status;
  }
  TextScan scan(settings, engine, output);
  return read_inputs(settings, output, [&scan](const std::string& source, int descriptor) {
    return scan.run(source, descriptor);
  });
}

}  // namespace linkspan::command
