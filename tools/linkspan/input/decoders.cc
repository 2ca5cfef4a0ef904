// SPDX-License-Identifier: Apache-2.0
// StreamDecoder: a compressed input, by the library of its format. A Codec decodes one member of it
// (a gzip member, a bzip2 or xz stream, a zstd frame); the StreamDecoder goes from member to member
// and judges what follows the last one, as the format's own tool does:
//
//   format   checked by its library           zeros after the last member   other bytes there
//   gzip     CRC32 and ISIZE of each member   ignored                       an error
//   bzip2    CRC of each block, of the whole  ignored                       said, no error
//   xz       each block's check, the index    ignored, in fours             an error
//   zstd     the frame's checksum if it has   an error                      an error
//            one (the tool writes one)
//
// The bytes up to an error are returned before it is reported: RFC 1952, section 2.3.1, has the
// checksum at the end of a member, so some of them may be wrong, too.
//
// Guarded by tests/command/input/decompress_test.cc and tests/damaged_files.py.
#include <zlib.h>
#ifdef LINKSPAN_HAS_BZIP2
#include <bzlib.h>
#endif
#ifdef LINKSPAN_HAS_LZMA
#include <lzma.h>
#endif
#ifdef LINKSPAN_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "input/compression.h"

namespace linkspan::command {
namespace {

// The bytes that a codec reads, and the room that it writes to. Both shrink as they are used.
struct Work {
  std::string_view in;
  char* out;
  size_t room;
};

enum class Step : uint8_t { more, member_ended, damaged };

class Codec {
 public:
  Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  virtual ~Codec() = default;

  // Decodes as much as there is input and room for.
  virtual Step run(Work& work) = 0;
  virtual void begin_member() = 0;
  // After Step::damaged.
  virtual std::string fault() const = 0;
};

// zlib and libbz2 count bytes in an unsigned int.
unsigned in_range(size_t size) { return static_cast<unsigned>(std::min<size_t>(size, UINT_MAX)); }

class GzipCodec final : public Codec {
 public:
  GzipCodec() {
    constexpr int kGzipOnly = 16;
    is_open_ = inflateInit2(&stream_, kGzipOnly + MAX_WBITS) == Z_OK;
  }
  ~GzipCodec() override {
    if (is_open_) inflateEnd(&stream_);
  }
  void begin_member() override {
    if (is_open_) inflateReset(&stream_);
  }
  Step run(Work& work) override {
    if (!is_open_) return Step::damaged;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(work.in.data()));
    stream_.avail_in = in_range(work.in.size());
    stream_.next_out = reinterpret_cast<Bytef*>(work.out);
    stream_.avail_out = in_range(work.room);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    work.in.remove_prefix(work.in.size() - stream_.avail_in);
    work.room = stream_.avail_out;
    if (result == Z_STREAM_END) return Step::member_ended;
    return result == Z_OK || result == Z_BUF_ERROR ? Step::more : Step::damaged;
  }
  std::string fault() const override {
    return stream_.msg != nullptr ? stream_.msg : is_open_ ? "damaged" : "no memory";
  }

 private:
  z_stream stream_ = {};
  bool is_open_;
};

#ifdef LINKSPAN_HAS_BZIP2
class Bzip2Codec final : public Codec {
 public:
  Bzip2Codec() { open(); }
  ~Bzip2Codec() override { close(); }
  void begin_member() override {
    close();
    open();
  }
  Step run(Work& work) override {
    if (result_ != BZ_OK) return Step::damaged;
    stream_.next_in = const_cast<char*>(work.in.data());
    stream_.avail_in = in_range(work.in.size());
    stream_.next_out = work.out;
    stream_.avail_out = in_range(work.room);
    result_ = BZ2_bzDecompress(&stream_);
    work.in.remove_prefix(work.in.size() - stream_.avail_in);
    work.room = stream_.avail_out;
    if (result_ == BZ_STREAM_END) return Step::member_ended;
    return result_ == BZ_OK ? Step::more : Step::damaged;
  }
  std::string fault() const override {
    switch (result_) {
      case BZ_MEM_ERROR:
        return "no memory";
      case BZ_DATA_ERROR_MAGIC:
        return "no start of a stream";
      default:
        return "damaged, or with a wrong checksum";
    }
  }

 private:
  void open() {
    stream_ = {};
    result_ = BZ2_bzDecompressInit(&stream_, 0, 0);
  }
  void close() { BZ2_bzDecompressEnd(&stream_); }

  bz_stream stream_ = {};
  int result_ = BZ_OK;
};
#endif

#ifdef LINKSPAN_HAS_LZMA
class XzCodec final : public Codec {
 public:
  XzCodec() { begin_member(); }
  ~XzCodec() override { lzma_end(&stream_); }
  void begin_member() override {
    constexpr uint64_t kBesideWindow = 1 << 20;
    result_ = lzma_stream_decoder(&stream_, kMostWindow + kBesideWindow, 0);
  }
  Step run(Work& work) override {
    if (result_ != LZMA_OK) return Step::damaged;
    stream_.next_in = reinterpret_cast<const uint8_t*>(work.in.data());
    stream_.avail_in = work.in.size();
    stream_.next_out = reinterpret_cast<uint8_t*>(work.out);
    stream_.avail_out = work.room;
    result_ = lzma_code(&stream_, LZMA_RUN);
    work.in.remove_prefix(work.in.size() - stream_.avail_in);
    work.room = stream_.avail_out;
    if (result_ == LZMA_STREAM_END) return Step::member_ended;
    if (result_ == LZMA_BUF_ERROR) result_ = LZMA_OK;  // no input, or no room
    return result_ == LZMA_OK ? Step::more : Step::damaged;
  }
  std::string fault() const override {
    switch (result_) {
      case LZMA_MEM_ERROR:
        return "no memory";
      case LZMA_MEMLIMIT_ERROR:
        return kWindowTooLarge;
      case LZMA_OPTIONS_ERROR:
        return "options that this version of the format does not have";
      case LZMA_FORMAT_ERROR:
        return "no start of a stream";
      default:
        return "damaged, or with a wrong checksum";
    }
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret result_ = LZMA_OK;
};
#endif

#ifdef LINKSPAN_HAS_ZSTD
class ZstdCodec final : public Codec {
 public:
  ZstdCodec() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) return;
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, kMostWindowLog);
  }
  ~ZstdCodec() override { ZSTD_freeDStream(stream_); }
  void begin_member() override { ZSTD_initDStream(stream_); }
  Step run(Work& work) override {
    if (stream_ == nullptr) return Step::damaged;
    ZSTD_inBuffer in = {work.in.data(), work.in.size(), 0};
    ZSTD_outBuffer out = {work.out, work.room, 0};
    result_ = ZSTD_decompressStream(stream_, &out, &in);
    work.in.remove_prefix(in.pos);
    work.room -= out.pos;
    if (ZSTD_isError(result_) != 0) return Step::damaged;
    return result_ == 0 ? Step::member_ended : Step::more;
  }
  std::string fault() const override {
    if (stream_ == nullptr) return "no memory";
    const bool is_too_large =
        ZSTD_getErrorCode(result_) == ZSTD_error_frameParameter_windowTooLarge;
    return is_too_large ? kWindowTooLarge : ZSTD_getErrorName(result_);
  }

 private:
  ZSTD_DStream* stream_;
  size_t result_ = 0;
};
#endif

// What the format's tool does after the last member.
enum class Zeros : uint8_t { ignored, ignored_in_fours, refused };
enum class Rest : uint8_t { refused, ignored };

struct Format {
  const char* name;
  Zeros zeros;
  Rest rest;
};

Format format_of(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return {"gzip", Zeros::ignored, Rest::refused};
    case Compression::bzip2:
      return {"bzip2", Zeros::ignored, Rest::ignored};
    case Compression::xz:
      return {"xz", Zeros::ignored_in_fours, Rest::refused};
    default:
      return {"zstd", Zeros::refused, Rest::refused};
  }
}

// Null: this program was built without the library of the format.
std::unique_ptr<Codec> make_codec(Compression compression) {
  switch (compression) {
    case Compression::gzip:
      return std::make_unique<GzipCodec>();
#ifdef LINKSPAN_HAS_BZIP2
    case Compression::bzip2:
      return std::make_unique<Bzip2Codec>();
#endif
#ifdef LINKSPAN_HAS_LZMA
    case Compression::xz:
      return std::make_unique<XzCodec>();
#endif
#ifdef LINKSPAN_HAS_ZSTD
    case Compression::zstd:
      return std::make_unique<ZstdCodec>();
#endif
    default:
      return nullptr;
  }
}

// Does the rest, after a member, begin another one? Nothing: it may, but it is too short. After a
// member, less decides than at the start of an input. RFC 8878, section 3.1.2: a frame of zstd to
// be skipped begins with 0x184D2A50 to 0x184D2A5F.
std::optional<bool> begins_member(Compression compression, std::string_view rest) {
  const auto first = rest.empty() ? 0u : static_cast<unsigned char>(rest.front());
  if (compression == Compression::zstd && rest.size() >= 4 && (first & 0xF0u) == 0x50u &&
      rest.substr(1, 3) == "\x2A\x4D\x18") {
    return true;
  }
  if (compression == Compression::bzip2 && rest.size() >= 4 && rest.starts_with("BZh") &&
      rest[3] >= '1' && rest[3] <= '9') {
    return true;
  }
  const std::optional<Compression> guess = guess_compression(rest);
  if (!guess) return std::nullopt;
  return *guess == compression;
}

class StreamDecoder final : public Decoder {
 public:
  StreamDecoder(Compression compression, std::unique_ptr<Codec> codec, StoredBytes& source)
      : compression_(compression), codec_(std::move(codec)), source_(source), out_(kOutBytes) {}

  std::string_view next_block() override {
    size_t size = 0;
    while (size == 0 && place_ != Place::end) {
      if (place_ == Place::after_member) {
        continue_after_member();
      } else {
        size = decode();
      }
    }
    return {out_.data(), size};
  }

  const std::string& failure() const override { return failure_; }
  bool is_harmless() const override { return is_harmless_; }

 private:
  static constexpr size_t kOutBytes = 64 * 1024;
  enum class Place : uint8_t { in_member, after_member, end };

  // Returns the number of decoded bytes; 0 also at the end, and if more input is needed.
  size_t decode() {
    if (in_.empty() && !read_more() && is_input_used_up_) {
      fail_for_missing_input();
      return 0;
    }
    Work work{in_, out_.data(), out_.size()};
    const Step step = codec_->run(work);
    const size_t size = out_.size() - work.room;
    // Without input, output may be left in the codec: only if there is none, input is missing.
    is_input_used_up_ = in_.empty() && size == 0;
    in_ = work.in;
    decoded_ += size;
    if (step == Step::member_ended) place_ = Place::after_member;
    if (step == Step::damaged) fail_for_damage();
    return size;
  }

  // The next member, the end, or an error. Zeros may be many, so they are not kept.
  void continue_after_member() {
    const Format format = format_of(compression_);
    const uint64_t end = consumed();
    const uint64_t zeros = skip_zeros();
    if (has_failed()) return finish(std::strerror(source_.error_number()));
    const bool is_padding = format.zeros == Zeros::ignored_in_fours && zeros % 4 == 0;
    if (in_.empty()) {
      const bool are_right = zeros == 0 || is_padding || format.zeros == Zeros::ignored;
      return are_right ? finish({}) : fail_for_rest(format, end);
    }
    if (zeros > 0 && !is_padding) return fail_for_rest(format, end);
    const std::optional<bool> begins = begins_member(compression_, first_bytes_of_rest());
    if (!begins) return finish(cut_off_at(end + zeros));
    *begins ? begin_member(end + zeros) : fail_for_rest(format, end);
  }

  void begin_member(uint64_t begin) {
    member_begin_ = begin;
    decoded_ = 0;
    codec_->begin_member();
    place_ = Place::in_member;
    is_input_used_up_ = false;
  }

  // How many of them there are. Afterwards the input is empty only at its end.
  uint64_t skip_zeros() {
    uint64_t zeros = 0;
    for (;;) {
      const size_t here = std::min(in_.find_first_not_of('\0'), in_.size());
      zeros += here;
      in_.remove_prefix(here);
      if (!in_.empty() || !read_more()) return zeros;
    }
  }

  // As many as decide whether a member begins there. They stay the next ones.
  std::string_view first_bytes_of_rest() {
    while (in_.size() < kMagicBytes && !source_.ended() && !has_failed()) {
      std::string joined(in_);
      joined += source_.next_block();
      held_ = std::move(joined);
      in_ = held_;
    }
    return in_.substr(0, kMagicBytes);
  }

  bool read_more() {
    in_ = source_.next_block();
    return !in_.empty();
  }
  bool has_failed() const { return source_.error_number() != 0; }
  uint64_t consumed() const { return source_.taken() - in_.size(); }

  void fail_for_missing_input() {
    if (has_failed()) return finish(std::strerror(source_.error_number()));
    if (member_begin_ > 0 && decoded_ == 0) return finish(cut_off_at(member_begin_));
    finish(fmt::format("the {} data end too early, at byte {}", format_of(compression_).name,
                       source_.taken()));
  }
  void fail_for_damage() {
    finish(fmt::format("the {} data cannot be read after about byte {}: {}",
                       format_of(compression_).name, consumed(), codec_->fault()));
  }
  void fail_for_rest(const Format& format, uint64_t end) {
    is_harmless_ = format.rest == Rest::ignored;
    finish(fmt::format("what follows the {} data, from byte {} on, is not read", format.name, end));
  }
  std::string cut_off_at(uint64_t begin) const {
    return fmt::format("the {} data are cut off or damaged at byte {}",
                       format_of(compression_).name, begin);
  }

  void finish(std::string failure) {
    failure_ = std::move(failure);
    place_ = Place::end;
  }

  const Compression compression_;
  const std::unique_ptr<Codec> codec_;
  StoredBytes& source_;
  std::vector<char> out_;
  std::string_view in_;  // read, not yet decoded
  std::string held_;     // what `in_` is of, if it was joined
  Place place_ = Place::in_member;
  uint64_t member_begin_ = 0;
  uint64_t decoded_ = 0;  // of this member
  bool is_input_used_up_ = false;
  std::string failure_;
  bool is_harmless_ = false;
};

// --- the other way: what compresses the files of --output

// deflateInit2: a header of gzip, and the most memory but the default level.
constexpr int kGzipWindow = 15 + 16, kMemory = 8;

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool is_done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(is_done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

#ifdef LINKSPAN_HAS_ZSTD
std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
  out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return out;
}
#else
std::string zstd(std::string_view /*bytes*/) { return {}; }
#endif

std::string compress(Compression compression, std::string_view bytes) {
  constexpr size_t kMost = 1 << 30;  // zlib counts in 32 bits; members follow one another
  if (bytes.size() > kMost) {
    return compress(compression, bytes.substr(0, kMost)) +
           compress(compression, bytes.substr(kMost));
  }
  return compression == Compression::gzip ? gzip(bytes) : zstd(bytes);
}

}  // namespace

Decoder* linkspan_make_decoder(Compression compression, StoredBytes& bytes) {
  std::unique_ptr<Codec> codec = make_codec(compression);
  if (!codec) return make_archive_decoder(compression, bytes).release();
  return new StreamDecoder(compression, std::move(codec), bytes);
}

void linkspan_compress(Compression compression, std::string_view bytes, std::string& compressed) {
  compressed = compress(compression, bytes);
}

}  // namespace linkspan::command
