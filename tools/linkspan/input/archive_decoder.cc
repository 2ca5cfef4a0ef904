// SPDX-License-Identifier: Apache-2.0
// For a format whose own library this program was built without (input/decoders.cc).
// libarchive drops the block in which it fails, and does not check the checksum of gzip.
//
// At the end of the data for libarchive, the input may continue: the rest is checked here, so that
// no part of an input is skipped without a message.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "input/compression.h"

namespace linkspan::command {
namespace {

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

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

class ArchiveDecoder final : public Decoder {
 public:
  ArchiveDecoder(Compression compression, StoredBytes& source)
      : compression_(compression), source_(source), reader_(archive_read_new()) {}

  std::string_view next_block() override {
    const void* bytes = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    int result = std::exchange(begun_, Begun::yes) == Begun::no ? begin() : ARCHIVE_OK;
    while (size == 0 && result == ARCHIVE_OK) {
      result = archive_read_data_block(reader_.get(), &bytes, &size, &offset);
    }
    if (result == ARCHIVE_EOF) look_after_the_end();
    if (result < ARCHIVE_OK) report_failure();
    return result == ARCHIVE_OK ? std::string_view(static_cast<const char*>(bytes), size)
                                : std::string_view();
  }

  const std::string& failure() const override { return failure_; }
  bool is_harmless() const override { return is_harmless_; }

 private:
  enum class Begun : uint8_t { no, yes };

  // libarchive's result: OK or a failure.
  int begin() {
    archive* const reader = reader_.get();
    // With one format and one filter set, libarchive does not guess: it removes no second layer of
    // compression, and reports a failure before the first text as a failure, not as an empty
    // archive.
    if (archive_read_set_format(reader, ARCHIVE_FORMAT_RAW) < ARCHIVE_WARN ||
        archive_read_append_filter(reader, format_of(compression_).filter) < ARCHIVE_WARN ||
        archive_read_open(reader, &source_, nullptr, supply, nullptr) != ARCHIVE_OK) {
      return ARCHIVE_FATAL;
    }
    archive_entry* entry = nullptr;
    return archive_read_next_header(reader, &entry);
  }

  static la_ssize_t supply(archive* reader, void* from, const void** block) {
    auto& source = *static_cast<StoredBytes*>(from);
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
    // Without a message if the checksum of gzip is incomplete.
    const char* const why = archive_error_string(reader_.get());
    if (source_.error_number() != 0) {
      failure_ = std::strerror(source_.error_number());
    } else if (source_.ended() && (why == nullptr || consumed() == source_.taken())) {
      failure_ = fmt::format("the {} data end too early, at byte {}", format, source_.taken());
    } else {
      failure_ = fmt::format("the {} data cannot be read after about byte {}: {}", format,
                             consumed(), why != nullptr ? why : "damaged");
    }
  }

  // For libarchive, bytes that do not look like another member end the data. Zeros may follow, as
  // on tapes; the start of a member, or any other byte, is reported.
  void look_after_the_end() {
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
      is_harmless_ = compression_ == Compression::bzip2;
      failure_ = fmt::format("what follows the {} data, from byte {} on, is not read",
                             format_of(compression_).name, end);
    }
  }

  Compression compression_;
  StoredBytes& source_;
  std::unique_ptr<archive, FreeArchive> reader_;
  Begun begun_ = Begun::no;
  std::string failure_;
  bool is_harmless_ = false;
};

}  // namespace

std::unique_ptr<Decoder> make_archive_decoder(Compression compression, StoredBytes& bytes) {
  return std::make_unique<ArchiveDecoder>(compression, bytes);
}

}  // namespace linkspan::command
