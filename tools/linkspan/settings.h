// What one run of the command is asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::command {

enum class InputFormat : uint8_t {
  text,   // UTF-8
  jsonl,  // {"id":…,"text":"…"}, one a line
};
enum class OutputFormat : uint8_t { list, jsonl, tsv };
enum class OffsetUnit : uint8_t { bytes, utf16, code_points, lines };

struct ScanSettings {
  std::vector<std::string> inputs;  // files, directories, "-"; never empty
  InputFormat from = InputFormat::text;
  OutputFormat to = OutputFormat::jsonl;
  OffsetUnit offsets = OffsetUnit::bytes;
  Options options;
};

struct ExplainSettings {
  std::vector<std::string> texts;  // "-": standard input; never empty
  Options options;
};

// The exit status, as the manual page promises it.
inline constexpr int kDone = 0;        // also when nothing was found
inline constexpr int kIncomplete = 1;  // some input could not be read, or some output not written
inline constexpr int kWrongUsage = 2;

}  // namespace linkspan::command
