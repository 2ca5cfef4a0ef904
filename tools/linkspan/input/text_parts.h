// SPDX-License-Identifier: Apache-2.0
// TextParts: a long text in a file, in parts that can be read separately.
//
//   1 GB of text      →  500 parts of 2 MB and a little more, each from a seam to a seam
//   one endless line  →  one part
//
// include/linkspan/seams.h defines seams. Only the text around the seams is read here. Guarded by
// tests/command/work/jobs_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "common/io.h"
#include "linkspan/seams.h"

namespace linkspan::command {

class TextParts {
 public:
  // The descriptor is that of the file, and outlives this. `part_bytes`: the minimum size of a
  // part.
  TextParts(int descriptor, FileRange file, const SeamRules& rules, uint64_t part_bytes);

  // For independent lines, such as JSON lines.
  static TextParts of_lines(int descriptor, FileRange file, uint64_t part_bytes);

  // The next part; the last one goes to the end of the file. Nothing when there are no more.
  struct Part {
    FileRange range;
    uint64_t size = 0;  // also of the last one, with the current size of the file
  };
  std::optional<Part> next();

 private:
  // The first place to cut `text` at, at `from` or after it; neither its start nor its end.
  using FindSeam =
      std::function<std::optional<size_t>(std::string_view text, size_t from, Before before)>;
  TextParts(int descriptor, FileRange file, uint64_t context, FindSeam find_seam,
            uint64_t part_bytes);

  struct End {
    uint64_t offset;
    bool is_last;
  };
  End find_end(uint64_t from);
  std::optional<End> find_end(uint64_t from, uint64_t context);

  int descriptor_;
  FileRange file_;
  uint64_t context_;  // how much text before a seam must be read
  FindSeam find_seam_;
  uint64_t part_bytes_;
  uint64_t begin_;  // of the next part
  bool is_at_end_ = false;
  std::string window_;
};

}  // namespace linkspan::command
