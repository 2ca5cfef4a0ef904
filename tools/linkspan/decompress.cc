// Two objects: Source, the bytes as they are stored, and Decoder, libarchive on top of it. A plain
// input has no Decoder and is read straight into the caller's memory.
//
// Where libarchive says that the data are at their end, the input need not be: what follows is
// looked at here, so that nothing of an input is passed over without a word.
#include "decompress.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <utility>

#include "io.h"

namespace linkspan::command {
namespace {

// --- the formats

// Bytes of a magic number that are not always the same.
constexpr int16_t kAny = -1;
constexpr int16_t kLevel = -2;  // '1' to '9'

struct Magic {
  Compression compression;
  size_t size;
  std::array<int16_t, 16> bytes;
};

// gzip   RFC 1952, section 2.3.1: ID1, ID2, and CM = 8 (deflate), the only method there is.
// xz     The .xz File Format 1.2.1, section 2.1.1.1: Header Magic Bytes.
// zstd   RFC 8878, section 3.1.1: Magic_Number. pzstd first writes a Skippable_Frame
// (section 3.1.2)
//        of four bytes that holds the size of the frame behind it.
// bzip2  There is no standard; as bzip2 1.0.8 writes it (compress.c, BZ2_compressBlock): "BZh", the
//        size of a block in 100 kB, then the number of a block, or, in an empty file, that of the
//        end. "BZh9" alone may begin a text.
constexpr std::array kMagics = {
    Magic{Compression::gzip, 3, {0x1F, 0x8B, 0x08}},
    Magic{Compression::xz, 6, {0xFD, '7', 'z', 'X', 'Z', 0x00}},
    Magic{Compression::zstd, 4, {0x28, 0xB5, 0x2F, 0xFD}},
    Magic{Compression::zstd,
          16,
          {0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, kAny, kAny, kAny, kAny, 0x28, 0xB5, 0x2F, 0xFD}},
    Magic{Compression::bzip2, 10, {'B', 'Z', 'h', kLevel, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59}},
    Magic{Compression::bzip2, 10, {'B', 'Z', 'h', kLevel, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90}},
};
constexpr size_t kMagicBytes = 16;  // the longest of them

struct Format {
  const char* name;
  int filter;  // libarchive's number
};

Format format_of(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return {"gzip", ARCHIVE_FILTER_GZIP};
    case Compression::bzip2:
      return {"bzip2", ARCHIVE_FILTER_BZIP2};
    case Compression::xz:
      return {"xz", ARCHIVE_FILTER_XZ};
    case Compression::zstd:
      return {"zstd", ARCHIVE_FILTER_ZSTD};
    case Compression::none:
      break;
  }
  return {"plain", ARCHIVE_FILTER_NONE};
}

enum class Match : uint8_t { no, so_far, yes };

Match match(const Magic& magic, std::string_view bytes) {
  const size_t known = std::min(magic.size, bytes.size());
  for (size_t i = 0; i < known; ++i) {
    const int16_t expected = magic.bytes[i];
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool same =
        expected == kAny || expected == byte || (expected == kLevel && byte >= '1' && byte <= '9');
    if (!same) return Match::no;
  }
  return known == magic.size ? Match::yes : Match::so_far;
}

// --- the bytes as they are stored

class Source {
 public:
  Source(int descriptor, std::string already_read)
      : descriptor_(descriptor), taken_(already_read.size()), held_(std::move(already_read)) {}

  // What the input begins with says what it is. Reads no further than that takes, so that what is
  // typed on a terminal is not waited for in vain.
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

  // In a block of its own, which lives until the next call. Empty at the end and after a failure.
  std::string_view next_block() {
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

  // What was given out from this offset of the input on, as far as it is still held.
  std::string_view given_from(uint64_t offset) const {
    const uint64_t held_from = taken_ - held_.size();
    return std::string_view(held_).substr(offset < held_from ? 0 : offset - held_from);
  }

  uint64_t taken() const { return taken_; }
  bool ended() const { return ended_; }
  int error_number() const { return error_number_; }

 private:
  // Bytes held of the block before the last: libarchive looks ahead over the end of a block, and
  // where it then says that the data are at their end, these are what follows.
  static constexpr size_t kKeptBytes = 64;

  // An end and a failure stay what they are: a terminal is not asked again.
  ssize_t read_more(char* into, size_t size) {
    if (error_number_ != 0) return -1;
    if (ended_) return 0;
    const ssize_t got = read_some(descriptor_, into, size);
    if (got < 0) error_number_ = errno;
    if (got > 0) taken_ += static_cast<uint64_t>(got);
    ended_ = got == 0;
    return got;
  }

  int descriptor_;
  uint64_t taken_;
  std::string held_;  // the end of what was taken
  size_t given_ = 0;  // how much of it was given out
  bool ended_ = false;
  int error_number_ = 0;
};

// --- libarchive

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

class Decoder {
 public:
  // REQUIRES: the compression is not none, and the source outlives this.
  Decoder(Compression compression, Source& source)
      : compression_(compression), source_(source), reader_(archive_read_new()) {}

  // What comes next, until the next call. Empty once: at the end, or when something is wrong.
  std::string_view next_block() {
    const void* bytes = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    int result = std::exchange(begun_, Begun::yes) == Begun::no ? begin() : ARCHIVE_OK;
    while (size == 0 && result == ARCHIVE_OK) {
      result = archive_read_data_block(reader_.get(), &bytes, &size, &offset);
    }
    if (result == ARCHIVE_EOF) look_behind_the_end();
    if (result < ARCHIVE_OK) report_failure();
    return result == ARCHIVE_OK ? std::string_view(static_cast<const char*>(bytes), size)
                                : std::string_view();
  }

  const std::string& failure() const { return failure_; }

 private:
  enum class Begun : uint8_t { no, yes };

  // libarchive's result: OK or a failure.
  int begin() {
    archive* const reader = reader_.get();
    // Both set, not supported: libarchive then does not guess, so it takes off no second layer, and
    // a failure before the first of the text is one, not an empty archive.
    if (archive_read_set_format(reader, ARCHIVE_FORMAT_RAW) < ARCHIVE_WARN ||
        archive_read_append_filter(reader, format_of(compression_).filter) < ARCHIVE_WARN ||
        archive_read_open(reader, &source_, nullptr, supply, nullptr) != ARCHIVE_OK) {
      return ARCHIVE_FATAL;
    }
    archive_entry* entry = nullptr;
    return archive_read_next_header(reader, &entry);
  }

  static la_ssize_t supply(archive* reader, void* from, const void** block) {
    auto& source = *static_cast<Source*>(from);
    const std::string_view next = source.next_block();
    *block = next.data();
    if (!next.empty() || source.ended()) return static_cast<la_ssize_t>(next.size());
    archive_set_error(reader, source.error_number(), "the input cannot be read");
    return ARCHIVE_FATAL;
  }

  // How much of the input is decoded.
  uint64_t consumed() const {
    return static_cast<uint64_t>(std::max<la_int64_t>(archive_filter_bytes(reader_.get(), -1), 0));
  }

  void report_failure() {
    const char* const format = format_of(compression_).name;
    // Without a message: the checksum of gzip is not all there.
    const char* const why = archive_error_string(reader_.get());
    if (source_.error_number() != 0) {
      failure_ = std::strerror(source_.error_number());
    } else if (source_.ended() && (why == nullptr || consumed() == source_.taken())) {
      failure_ = fmt::format("the {} data end too early, at byte {}", format, source_.taken());
    } else {
      failure_ = fmt::format("the {} data cannot be read on from about byte {}: {}", format,
                             consumed(), why != nullptr ? why : "damaged");
    }
  }

  // libarchive takes what does not look like another member for the end of the data. Zeros may
  // follow, as on tapes; the beginning of a member, or anything else, is told.
  void look_behind_the_end() {
    std::string_view rest = source_.given_from(consumed());
    const uint64_t end = source_.taken() - rest.size();
    const bool begins_a_member = guess_compression(rest).value_or(compression_) == compression_;
    if (!rest.empty() && begins_a_member) {
      failure_ = fmt::format("the {} data are cut off or damaged at byte {}",
                             format_of(compression_).name, end);
      return;
    }
    while (!rest.empty() && rest.find_first_not_of('\0') == std::string_view::npos) {
      rest = source_.next_block();
    }
    if (source_.error_number() != 0) {
      failure_ = std::strerror(source_.error_number());
    } else if (!rest.empty()) {
      failure_ = fmt::format("what follows the {} data, from byte {} on, is not read",
                             format_of(compression_).name, end);
    }
  }

  Compression compression_;
  Source& source_;
  std::unique_ptr<archive, FreeArchive> reader_;
  Begun begun_ = Begun::no;
  std::string failure_;
};

}  // namespace

std::optional<Compression> guess_compression(std::string_view first_bytes) {
  std::optional<Compression> guess = Compression::none;
  for (const Magic& magic : kMagics) {
    const Match found = match(magic, first_bytes);
    if (found == Match::yes) return magic.compression;
    if (found == Match::so_far) guess.reset();
  }
  return guess;
}

// --- the reader

class DecompressingReader::Impl {
 public:
  Impl(int descriptor, std::string already_read) : source_(descriptor, std::move(already_read)) {}

  ssize_t read(char* into, size_t size) {
    assert(size > 0);
    if (state_ == State::unopened) open();
    if (state_ == State::plain) return read_plain(into, size);
    if (block_.empty() && state_ == State::compressed) {
      block_ = decoder_->next_block();
      if (block_.empty()) finish(decoder_->failure());
    }
    const size_t count = block_.copy(into, size);
    block_.remove_prefix(count);
    return state_ == State::failed ? -1 : static_cast<ssize_t>(count);
  }

  const std::string& failure() const { return failure_; }
  Compression compression() const { return compression_; }
  uint64_t bytes_taken() const { return source_.taken(); }

 private:
  enum class State : uint8_t { unopened, plain, compressed, ended, failed };

  void open() {
    compression_ = source_.guess();
    state_ = compression_ == Compression::none ? State::plain : State::compressed;
    if (state_ == State::compressed) decoder_.emplace(compression_, source_);
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
  std::optional<Decoder> decoder_;
  std::string_view block_;  // decoded, and not yet given out
  std::string failure_;
};

DecompressingReader::DecompressingReader(int descriptor, std::string already_read)
    : impl_(std::make_unique<Impl>(descriptor, std::move(already_read))) {}
DecompressingReader::~DecompressingReader() = default;

ssize_t DecompressingReader::read(char* into, size_t size) { return impl_->read(into, size); }
const std::string& DecompressingReader::failure() const { return impl_->failure(); }
Compression DecompressingReader::compression() const { return impl_->compression(); }
uint64_t DecompressingReader::bytes_taken() const { return impl_->bytes_taken(); }

}  // namespace linkspan::command
