// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scan.h"

#include <algorithm>

#include "scan/text_scanner.h"
#include "tests/support/chunks.h"

namespace linkspan {

void PrintTo(const Span& span, std::ostream* out) { *out << test::describe(span); }

}  // namespace linkspan

namespace linkspan::test {

std::vector<Span> scan_whole(const Options& options, std::string_view text, Cpu cpu) {
  const ExactCopy copy(text);
  return scan::Config::engine(options, cpu).value().find_all(copy.view());
}

std::vector<Span> scan_slow_path(const Options& options, std::string_view text) {
  scan::Config config = scan::make_config(options).value();
  config.kernels = scan::kSlowKernels;
  config.fast_path = scan::FastPath::off;
  scan::TextScanner scanner(config);
  std::vector<Span> spans;
  const ExactCopy copy(text);
  scanner.run(
      {reinterpret_cast<const uint8_t*>(copy.view().data()), 0, text.size(), base::Text::complete},
      [&](const Span& span) { spans.push_back(span); });
  return spans;
}

const std::vector<Case>& corpus() {
  static const std::vector<Case> cases = read_corpus(source_dir() / "corpus");
  return cases;
}

std::string place(const Case& one) {
  return "corpus/" + one.file + ":" + std::to_string(one.line) + ": " +
         mark_links(one.text, one.links);
}

std::vector<Range> ranges(const std::vector<Span>& spans) {
  std::vector<Range> found(spans.size());
  std::transform(spans.begin(), spans.end(), found.begin(),
                 [](const Span& span) { return span.range; });
  return found;
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               uintmax_t largest) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() <= largest) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace linkspan::test
