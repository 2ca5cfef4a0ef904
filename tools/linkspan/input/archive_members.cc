// SPDX-License-Identifier: Apache-2.0
// libarchive converts names to the charset of the locale: so the locale is set to one with UTF-8
// while it reads headers, on this thread only.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/archive.h"
#include "input/compression.h"

namespace linkspan::command {
namespace {

// The list of members at the end of a zip, held against the members (APPNOTE 6.3.10, section 4.3).
//
//   intact                                     no fault
//   cut off, or a wrong number of members      "its list of members is damaged or cut off"
//   no member where the list says              "the list of members names one that is not there"
//   members that share bytes (a zip bomb)      "two members share the same bytes", and none is read
//
// libarchive reads members one by one, and does not notice these; `unzip -t` refuses them. Members
// that share bytes would make the decompressed size grow with the square of the size of the zip.
// What only zip64 has is not held against anything. Guarded by tests/damaged_files.py and
// tests/command/input/command_archives_test.cc.
struct ZipFault {
  enum class Kind : uint8_t {
    none,
    damaged,  // what can be read of it is read
    bomb,     // it is not read
  } kind = Kind::none;
  std::string sentence = {};
};
constexpr uint64_t kEndBytes = 22;  // of the end of the list, without its comment
constexpr uint64_t kLongestComment = 65535;
constexpr uint64_t kEntryBytes = 46;  // of a member in the list, without its name
constexpr uint64_t kLocalBytes = 30;  // of the header of a member, without its name
constexpr uint64_t kReadAtOnce = 256 * 1024;
constexpr uint64_t kIn64 = 0xFFFFFFFF;  // the value is in a record of zip64
constexpr uint64_t kCountIn64 = 0xFFFF;
constexpr uint64_t kComparedFlags = 1 | 1 << 11;  // encrypted, and the name is in UTF-8
constexpr unsigned kNewestOfDeflate = 46;  // later versions are for other methods and encryption

ZipFault damaged(std::string sentence) { return {ZipFault::Kind::damaged, std::move(sentence)}; }
ZipFault damaged_list() { return damaged("its list of members is damaged or cut off"); }

// Little-endian numbers. REQUIRES: the bytes are there.
uint64_t number(std::string_view bytes, size_t at, size_t size) {
  uint64_t value = 0;
  for (size_t i = 0; i < size; ++i) {
    value |= uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  }
  return value;
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {
    struct stat status {};
    if (fstat(descriptor, &status) == 0) size_ = static_cast<uint64_t>(status.st_size);
  }
  uint64_t size() const { return size_; }

  // Bytes of the file, until the next call; fewer at its end.
  std::string_view bytes(uint64_t at, uint64_t size) {
    if (at < held_from_ || at + size > held_from_ + held_.size()) {
      held_.resize(std::max(size, kReadAtOnce));
      const ssize_t got = pread(descriptor_, held_.data(), held_.size(), static_cast<off_t>(at));
      held_.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
      held_from_ = at;
    }
    return std::string_view(held_).substr(at - held_from_, size);
  }

 private:
  int descriptor_;
  uint64_t size_ = 0;
  std::string held_;
  uint64_t held_from_ = 0;
};

// The end of the list of members (section 4.3.16).
struct End {
  uint64_t at, members, list_begin, list_size;
};

struct Entry {
  uint64_t method, flags, version, header_at, size;
  std::string name;
};

struct Extent {
  uint64_t begin, end;
};

class Check {
 public:
  explicit Check(int descriptor) : list_(descriptor), members_(descriptor) {}

  ZipFault run() {
    const std::optional<End> end = find_end();
    if (!end) return damaged_list();
    if (is_in_64(*end)) return {};
    if (list_size_is_wrong(*end)) return damaged_list();
    uint64_t at = end->list_begin;
    ZipFault fault;
    for (uint64_t i = 0; i < end->members; ++i) {
      const std::optional<Entry> entry = read_entry(at);
      if (!entry) return damaged_list();
      const ZipFault here = check_member(*entry);
      if (fault.kind == ZipFault::Kind::none) fault = here;
    }
    if (at != end->at && !is_other_record(at)) return damaged_list();
    if (share_bytes()) return {ZipFault::Kind::bomb, "two members share the same bytes: not read"};
    return fault;
  }

 private:
  static bool is_in_64(const End& end) {
    return end.members == kCountIn64 || end.list_begin == kIn64 || end.list_size == kIn64;
  }
  static bool list_size_is_wrong(const End& end) {
    return end.list_begin + end.list_size != end.at;
  }

  // The last one in the file whose comment fits; nothing, too, if the zip is one of several.
  std::optional<End> find_end() {
    const uint64_t from = list_.size() - std::min(list_.size(), kEndBytes + kLongestComment);
    const std::string_view tail = list_.bytes(from, list_.size() - from);
    for (size_t at = tail.size(); (at = tail.rfind("PK\x05\x06", at)) != std::string_view::npos;) {
      const std::string_view end = tail.substr(at);
      if (end.size() >= kEndBytes && number(end, 20, 2) <= end.size() - kEndBytes) {
        const bool is_alone = number(end, 4, 2) == 0 && number(end, 6, 2) == 0 &&
                              number(end, 8, 2) == number(end, 10, 2);
        if (!is_alone) return {};
        return End{from + at, number(end, 10, 2), number(end, 16, 4), number(end, 12, 4)};
      }
      if (at-- == 0) break;
    }
    return {};
  }

  // The entry at `at`, which is moved after it (section 4.3.12).
  std::optional<Entry> read_entry(uint64_t& at) {
    std::string_view bytes = list_.bytes(at, kEntryBytes);
    if (bytes.size() < kEntryBytes || !bytes.starts_with("PK\x01\x02")) return {};
    Entry entry{number(bytes, 10, 2), number(bytes, 8, 2),  number(bytes, 6, 1),
                number(bytes, 42, 4), number(bytes, 20, 4), {}};
    const uint64_t name_size = number(bytes, 28, 2);
    const uint64_t size = kEntryBytes + name_size + number(bytes, 30, 2) + number(bytes, 32, 2);
    bytes = list_.bytes(at, size);
    if (bytes.size() < size) return {};
    entry.name = bytes.substr(kEntryBytes, name_size);
    at += size;
    return entry;
  }

  // Its header (section 4.3.7).
  ZipFault check_member(const Entry& entry) {
    if (entry.header_at == kIn64 || entry.size == kIn64) return {};
    const uint64_t with_name = kLocalBytes + entry.name.size();
    const std::string_view header = members_.bytes(entry.header_at, with_name);
    if (header.size() < with_name || !header.starts_with("PK\x03\x04") ||
        header.substr(kLocalBytes) != entry.name || number(header, 26, 2) != entry.name.size()) {
      return damaged("its list of members names one that is not there: " + entry.name);
    }
    extents_.push_back(
        {entry.header_at, entry.header_at + with_name + number(header, 28, 2) + entry.size});
    const bool is_encrypted = (entry.flags & 1) != 0;
    const bool is_plain = !is_encrypted && (entry.method == 0 || entry.method == 8);
    if (number(header, 8, 2) != entry.method ||
        (number(header, 6, 2) & kComparedFlags) != (entry.flags & kComparedFlags) ||
        (is_plain && entry.version > kNewestOfDeflate)) {
      return damaged("its list of members does not agree with a member: " + entry.name);
    }
    return {};
  }

  // Of zip64, or a signature, between the entries and the end.
  bool is_other_record(uint64_t at) {
    const std::string_view magic = list_.bytes(at, 4);
    return magic == "PK\x06\x06" || magic == "PK\x05\x05";
  }

  bool share_bytes() {
    std::sort(extents_.begin(), extents_.end(),
              [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
    for (size_t i = 1; i < extents_.size(); ++i) {
      if (extents_[i].begin < extents_[i - 1].end) return true;
    }
    return false;
  }

  File list_, members_;
  std::vector<Extent> extents_;
};

// The descriptor is not moved. REQUIRES: a seekable file that is a zip.
ZipFault check_zip_directory(int descriptor) { return Check(descriptor).run(); }

// The window that a member of method LZMA states after its header (APPNOTE 6.3.10, section 5.8.8).
uint64_t window_of_lzma(int descriptor, uint64_t header_at) {
  File file(descriptor);
  constexpr uint64_t kBeforeWindow = 5;
  const std::string_view header = file.bytes(header_at, kLocalBytes);
  if (header.size() < kLocalBytes || !header.starts_with("PK\x03\x04")) return UINT64_MAX;
  const uint64_t at = header_at + kLocalBytes + number(header, 26, 2) + number(header, 28, 2);
  const std::string_view window = file.bytes(at + kBeforeWindow, 4);
  return window.size() == 4 ? number(window, 0, 4) : UINT64_MAX;
}

constexpr size_t kBlockOfArchive = 64 * 1024;

struct FreeArchive {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

class Utf8Locale {
 public:
  Utf8Locale() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  ~Utf8Locale() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t locale_;
  locale_t before_ = nullptr;
};

class Members final : public ArchiveMembers {
 public:
  explicit Members(ArchiveBytes& bytes) : bytes_(bytes), reader_(archive_read_new()) {
    const Utf8Locale locale;
    archive_read_support_format_tar(reader_.get());
    // A block of zeros in place of a header ends a tar, for libarchive: members after it are read.
    archive_read_set_format_option(reader_.get(), "tar", "read_concatenated_archives", "1");
    archive_read_support_format_zip(reader_.get());
    const int opened =
        bytes_.seekable_descriptor >= 0
            ? archive_read_open_fd(reader_.get(), bytes_.seekable_descriptor, kBlockOfArchive)
            : archive_read_open(reader_.get(), this, nullptr, supply, nullptr);
    if (opened != ARCHIVE_OK) fail();
    if (bytes_.seekable_descriptor >= 0 && bytes_.format == ArchiveBytes::Format::zip) {
      const ZipFault fault = check_zip_directory(bytes_.seekable_descriptor);
      failure_ = fault.sentence;
      if (fault.kind == ZipFault::Kind::bomb) state_ = State::ended;
    }
  }

  std::optional<Member> next_member() override {
    const Utf8Locale locale;
    while (state_ != State::ended) {
      archive_entry* entry = nullptr;
      const int result = archive_read_next_header(reader_.get(), &entry);
      if (result == ARCHIVE_EOF) state_ = State::ended;
      if (result < ARCHIVE_WARN) fail();
      if (result == ARCHIVE_RETRY) note_damage();
      if (state_ == State::ended || result == ARCHIVE_RETRY) continue;
      member_fault_.clear();
      const char* const name = name_of(entry);
      if (archive_entry_filetype(entry) != AE_IFREG) continue;
      if (result == ARCHIVE_WARN && !is_about_a_name(error_text())) note_fault();
      is_encrypted_ = archive_entry_is_data_encrypted(entry) != 0;
      member_ = Reading::open;
      if (!is_encrypted_ && may_need_any_memory()) {
        member_fault_ = kWindowTooLarge;
        member_ = Reading::ended;
      }
      return Member{name != nullptr ? name : "",
                    is_encrypted_ ? Member::State::encrypted : Member::State::plain};
    }
    return {};
  }

  std::string_view next_block() override {
    const void* block = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    int result = ARCHIVE_OK;
    while (size == 0 && member_ == Reading::open && state_ == State::open) {
      result = archive_read_data_block(reader_.get(), &block, &size, &offset);
      // A warning is a fault of the data: a wrong checksum or size. What comes with it is returned.
      if (result == ARCHIVE_WARN || result == ARCHIVE_FAILED) note_fault();
      if (result == ARCHIVE_EOF || result <= ARCHIVE_FAILED) member_ = Reading::ended;
      if (result == ARCHIVE_FATAL) fail();
      if (result == ARCHIVE_EOF || result < ARCHIVE_WARN) size = 0;
      if (result == ARCHIVE_WARN && size == 0) member_ = Reading::ended;
    }
    return {static_cast<const char*>(block), size};
  }

  std::string finish_member() override {
    if (is_zip() && !is_encrypted_) {
      while (!next_block().empty()) {
      }
    }
    return member_fault_;
  }

  std::string failure() const override { return failure_; }

 private:
  enum class State : uint8_t { open, ended };
  enum class Reading : uint8_t { open, ended };

  bool is_zip() const {
    return (archive_format(reader_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
  }
  // libarchive gives these methods the memory that the member asks for. The names are its own.
  bool may_need_any_memory() const {
    const char* const known = is_zip() ? archive_format_name(reader_.get()) : nullptr;
    const std::string_view name = known != nullptr ? known : "";
    if (name.ends_with("(xz)") || name.ends_with("(ppmd-1)")) return true;
    if (!name.ends_with("(lzma)")) return false;
    const int descriptor = bytes_.seekable_descriptor;
    const la_int64_t header_at = archive_read_header_position(reader_.get());
    return descriptor < 0 || header_at < 0 ||
           window_of_lzma(descriptor, static_cast<uint64_t>(header_at)) > kMostWindow;
  }
  std::string_view error_text() const {
    const char* const why = archive_error_string(reader_.get());
    return why != nullptr ? why : "damaged";
  }
  // A name in an unknown charset is no damage.
  static bool is_about_a_name(std::string_view error) {
    return error.find("be converted") != std::string_view::npos;
  }
  void note_fault() {
    if (member_fault_.empty()) member_fault_ = fmt::format("damaged: {}", error_text());
  }

  // libarchive looks for the next header, block by block; the members up to it are lost.
  void note_damage() {
    if (!failure_.empty()) return;
    failure_ = fmt::format(
        "damaged at byte {}, where the header of a member should be; members may be missing",
        archive_read_header_position(reader_.get()));
  }

  static const char* name_of(archive_entry* entry) {
    const char* const name = archive_entry_pathname_utf8(entry);
    return name != nullptr ? name : archive_entry_pathname(entry);
  }

  static la_ssize_t supply(archive* /*reader*/, void* from, const void** block) {
    auto& self = *static_cast<Members*>(from);
    self.block_.resize(kBlockOfArchive);
    *block = self.block_.data();
    return static_cast<la_ssize_t>(self.bytes_.read(self.block_.data(), self.block_.size()));
  }

  void fail() {
    if (failure_.empty())
      failure_ = fmt::format("the rest of the archive cannot be read: {}", error_text());
    state_ = State::ended;
  }

  ArchiveBytes& bytes_;
  std::vector<char> block_;
  std::unique_ptr<archive, FreeArchive> reader_;
  State state_ = State::open;
  Reading member_ = Reading::ended;
  bool is_encrypted_ = false;
  std::string member_fault_;
  std::string failure_;
};

}  // namespace

ArchiveMembers* linkspan_open_archive(ArchiveBytes& bytes) { return new Members(bytes); }

}  // namespace linkspan::command
