// SPDX-License-Identifier: Apache-2.0
// TextParts: a long text in a file, in parts that can be read separately.
//
//   1 GB of text      →  500 parts of 2 MB and a little more, each from a seam to a seam
//   one endless line  →  one part
//
// include/linkspan/seams.h defines seams. Only the text around the seams is read here, and as long
// as its charset must be detected, up to the first text that is not ASCII: until then, each part is
// UTF-8. From the first part on whose charset allows no cut between two lines, the text is one
// part. Guarded by tests/command/work/jobs_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "common/io.h"
#include "input/read_settings.h"
#include "linkspan/charset.h"
#include "linkspan/seams.h"

namespace linkspan::command {

// Not if links may be so long that too much text before each seam must be read.
bool may_be_divided(const ReadSettings& settings);

class TextParts {
 public:
  // The descriptor is that of the file, and outlives this. `charset`: its name or "auto".
  // `part_bytes`: the minimum size of a part.
  TextParts(int descriptor, FileRange file, const SeamRules& rules, std::string charset,
            uint64_t part_bytes);

  // For independent lines, such as JSON lines.
  static TextParts of_lines(int descriptor, FileRange file, uint64_t part_bytes);

  // The next part; the last one goes to the end of the file. Nothing when there are no more.
  struct Part {
    FileRange range;
    uint64_t size = 0;    // also of the last one, with the current size of the file
    std::string charset;  // empty: of independent lines
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
  void detect_charset(uint64_t end);
  bool may_be_cut() const;

  int descriptor_;
  FileRange file_;
  uint64_t context_;  // how much text before a seam must be read
  FindSeam find_seam_;
  uint64_t part_bytes_;
  uint64_t begin_;  // of the next part
  bool is_at_end_ = false;
  std::string window_;
  std::string charset_;                        // "auto" until it is known
  std::optional<charset::Detector> detector_;  // until then
  uint64_t detected_to_ = 0;                   // the next byte for it
};

}  // namespace linkspan::command
