#include "input_reader.h"

#include <sys/types.h>

#include <algorithm>

#include "guess_format.h"
#include "io.h"

namespace linkspan::command {

InputFormat InputReader::guess(const std::string& name) {
  for (bool is_all = head_.empty();; is_all = take_into_head() == 0) {
    const bool has_line = head_.find('\n') != std::string::npos;
    if (has_line && !has_more_soon(descriptor_)) is_all = true;
    const auto extent = is_all ? FirstBytes::whole : FirstBytes::cut;
    if (const auto format = guess_format(name, head_, extent)) return *format;
  }
}

size_t InputReader::read(char* into, size_t size) {
  if (head_taken_ == head_.size()) return read_further(into, size);
  const size_t taken = std::min(size, head_.size() - head_taken_);
  std::copy_n(head_.data() + head_taken_, taken, into);
  head_taken_ += taken;
  return taken;
}

std::string InputReader::read_all() {
  std::string bytes;
  for (;;) {
    const size_t size = bytes.size();
    bytes.resize(std::max(size + kBlockBytes, size * 2));
    const size_t got = read(bytes.data() + size, bytes.size() - size);
    bytes.resize(size + got);
    if (got == 0) return bytes;
  }
}

size_t InputReader::take_into_head() {
  const size_t size = head_.size();
  head_.resize(size + kGuessBytes);
  const size_t got = read_further(head_.data() + size, kGuessBytes);
  head_.resize(size + got);
  return got;
}

size_t InputReader::read_further(char* into, size_t size) {
  const uint64_t before = reader_.bytes_taken();
  const ssize_t got = reader_.read(into, size);
  progress_.add_bytes(reader_.bytes_taken() - before);
  if (got < 0) failure_ = reader_.failure();
  return got < 0 ? 0 : static_cast<size_t>(got);
}

}  // namespace linkspan::command
