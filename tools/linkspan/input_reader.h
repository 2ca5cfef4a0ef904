// InputReader: an input, decompressed, that can be looked at before it is read.
//
//   peek(), guess(name)   what the input begins with says how it is stored, and in which format
//   read() …              all of it, from the begin on
//
// Guarded by tests/command_documents_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "decompress.h"
#include "progress.h"
#include "settings.h"

namespace linkspan::command {

class InputReader {
 public:
  InputReader(int descriptor, Progress& progress)
      : descriptor_(descriptor), reader_(descriptor, {}), progress_(progress) {}

  // Reads the first bytes, from which on it is known how the input is stored.
  void peek() { take_into_head(); }

  // The format, by what comes first. Reads as much as that takes; but where somebody is writing
  // still, the lines that are there have to do when no more come for a moment: what is in them is
  // not held back.
  InputFormat guess(const std::string& name);

  // At most `size` bytes; 0 at the end, and where reading failed.
  size_t read(char* into, size_t size);

  // All that is left.
  std::string read_all();

  uint64_t bytes_taken() const { return reader_.bytes_taken(); }
  bool is_stored_as_read() const { return reader_.compression() == Compression::none; }
  const std::string& failure() const { return failure_; }

 private:
  size_t take_into_head();
  size_t read_further(char* into, size_t size);

  int descriptor_;
  DecompressingReader reader_;
  Progress& progress_;
  std::string head_;
  size_t head_taken_ = 0;
  std::string failure_;
};

}  // namespace linkspan::command
