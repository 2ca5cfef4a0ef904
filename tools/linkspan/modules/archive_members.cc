// SPDX-License-Identifier: Apache-2.0
// libarchive converts names to the charset of the locale: so the locale is set to one with UTF-8
// while it reads headers, on this thread only.
#include "modules/archive_members.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <locale.h>

#include <clocale>
#include <vector>

#include "modules/zip_directory.h"

namespace linkspan::command {
namespace {

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
      if (state_ == State::ended || result == ARCHIVE_RETRY) continue;
      member_fault_.clear();
      const char* const name = name_of(entry);
      if (archive_entry_filetype(entry) != AE_IFREG) continue;
      if (result == ARCHIVE_WARN && is_zip() && !is_about_a_name(error_text())) note_fault();
      is_encrypted_ = archive_entry_is_data_encrypted(entry) != 0;
      member_ = Reading::open;
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

std::unique_ptr<ArchiveMembers> make_archive_members(ArchiveBytes& bytes) {
  return std::make_unique<Members>(bytes);
}

}  // namespace linkspan::command
