// SPDX-License-Identifier: Apache-2.0
// Two objects: Source, the bytes as they are stored, and a Decoder that reads it. A plain input has
// no Decoder and is read directly into the caller's memory.
#include "input/decompress.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "common/io.h"
#include "input/compression.h"

namespace linkspan::command {
namespace {

class Source final : public StoredBytes {
 public:
  Source(DecompressingReader::Read read, std::string already_read)
      : read_(std::move(read)), taken_(already_read.size()), held_(std::move(already_read)) {}

  // Decides the compression by the first bytes. Reads no further than necessary, so as not to wait
  // for a terminal.
  Compression guess() {
    for (;;) {
      if (const std::optional<Compression> guessed = guess_compression(held_)) return *guessed;
      std::array<char, kMagicBytes> more{};
      const ssize_t got = read_more(more.data(), kMagicBytes - held_.size());
      if (got <= 0) return Compression::none;
      held_.append(more.data(), static_cast<size_t>(got));
    }
  }

  // Into the caller's memory, as read_some().
  ssize_t read(char* into, size_t size) {
    if (given_ == held_.size()) return read_more(into, size);
    const size_t count = held_.copy(into, size, given_);
    given_ += count;
    return static_cast<ssize_t>(count);
  }

  std::string_view next_block() override {
    if (given_ == held_.size()) {
      const size_t kept = std::min(kKeptBytes, held_.size());
      held_.erase(0, held_.size() - kept);
      held_.resize(kept + kBlockBytes);
      const ssize_t got = read_more(held_.data() + kept, kBlockBytes);
      held_.resize(kept + static_cast<size_t>(std::max<ssize_t>(got, 0)));
      given_ = kept;
    }
    return std::string_view(held_).substr(std::exchange(given_, held_.size()));
  }

  std::string_view given_from(uint64_t offset) const override {
    const uint64_t held_from = taken_ - held_.size();
    return std::string_view(held_).substr(offset < held_from ? 0 : offset - held_from);
  }

  uint64_t taken() const override { return taken_; }
  bool ended() const override { return ended_; }
  int error_number() const override { return error_number_; }

 private:
  // The kept end of the previous block: libarchive looks ahead over the end of a block, and if the
  // data then end, these bytes follow them.
  static constexpr size_t kKeptBytes = 64;

  // An end or a failure is final: a terminal is not read again.
  ssize_t read_more(char* into, size_t size) {
    if (error_number_ != 0) return -1;
    if (ended_) return 0;
    const ssize_t got = read_(into, size);
    if (got < 0) error_number_ = errno;
    if (got > 0) taken_ += static_cast<uint64_t>(got);
    ended_ = got == 0;
    return got;
  }

  DecompressingReader::Read read_;
  uint64_t taken_;
  std::string held_;  // the end of the read bytes
  size_t given_ = 0;  // how much of it was returned
  bool ended_ = false;
  int error_number_ = 0;
};

}  // namespace

class DecompressingReader::Impl {
 public:
  Impl(Read read, std::string already_read) : source_(std::move(read), std::move(already_read)) {}

  ssize_t read(char* into, size_t size) {
    assert(size > 0);
    if (state_ == State::unopened) open();
    if (state_ == State::plain) return read_plain(into, size);
    if (block_.empty() && state_ == State::compressed) {
      block_ = decoder_->next_block();
      if (block_.empty()) finish(decoder_->failure());
      is_failure_harmless_ = decoder_->is_harmless();
    }
    const size_t count = block_.copy(into, size);
    block_.remove_prefix(count);
    return state_ == State::failed ? -1 : static_cast<ssize_t>(count);
  }

  const std::string& failure() const { return failure_; }
  bool is_failure_harmless() const { return is_failure_harmless_; }
  Compression compression() const { return compression_; }
  uint64_t bytes_taken() const { return source_.taken(); }

 private:
  enum class State : uint8_t { unopened, plain, compressed, ended, failed };

  void open() {
    compression_ = source_.guess();
    state_ = compression_ == Compression::none ? State::plain : State::compressed;
    if (state_ == State::plain) return;
    Result<std::unique_ptr<Decoder>> decoder = open_decoder(compression_, source_);
    if (decoder) {
      decoder_ = std::move(decoder).value();
    } else {
      finish(decoder.error().message);
    }
  }

  ssize_t read_plain(char* into, size_t size) {
    const ssize_t got = source_.read(into, size);
    if (got < 0) finish(std::strerror(source_.error_number()));
    return got;
  }

  void finish(std::string failure) {
    failure_ = std::move(failure);
    state_ = failure_.empty() ? State::ended : State::failed;
  }

  Source source_;
  State state_ = State::unopened;
  Compression compression_ = Compression::none;
  std::unique_ptr<Decoder> decoder_;
  std::string_view block_;  // decoded, not yet returned
  std::string failure_;
  bool is_failure_harmless_ = false;
};

DecompressingReader::DecompressingReader(int descriptor, std::string already_read)
    : impl_(std::make_unique<Impl>(
          [descriptor](char* into, size_t size) { return read_some(descriptor, into, size); },
          std::move(already_read))) {}
DecompressingReader::DecompressingReader(Read read)
    : impl_(std::make_unique<Impl>(std::move(read), std::string())) {}
DecompressingReader::~DecompressingReader() = default;

ssize_t DecompressingReader::read(char* into, size_t size) { return impl_->read(into, size); }
const std::string& DecompressingReader::failure() const { return impl_->failure(); }
bool DecompressingReader::is_failure_harmless() const { return impl_->is_failure_harmless(); }
Compression DecompressingReader::compression() const { return impl_->compression(); }
uint64_t DecompressingReader::bytes_taken() const { return impl_->bytes_taken(); }

Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes) {
  static const auto entry =
      entry_of(linkspan_make_decoder, "linkspan-archive.so", "linkspan_make_decoder");
  if (!entry) return entry.error();
  return std::unique_ptr<Decoder>(entry.value()(compression, bytes));
}

Result<std::string> compress_bytes(Compression compression, std::string_view bytes) {
  static const auto entry = entry_of(linkspan_compress, "linkspan-archive.so", "linkspan_compress");
  if (!entry) return entry.error();
  std::string compressed;
  entry.value()(compression, bytes, compressed);
  return compressed;
}

}  // namespace linkspan::command
