// SPDX-License-Identifier: Apache-2.0
// The members of zip and tar archives, one after another, without writing any of them to disk.
//
//   a.zip             a.zip:docs/b.txt, a.zip:mail.eml …: each is judged and read like a file
//   a.tar, a.tar.gz   the same; several layers of compression are not taken off. A header whose
//                     checksum is wrong is damage, as is what follows the end and is no header
//   a.jar, a.docx     are zips; what of them is text is read, and binary members are skipped
//   b.zip in a.zip    a member like any other: input/whole_input.h reads it as an archive, to a
//   depth
//
// By libarchive, in the module for archives (common/module.h). Members are decompressed block by
// block, so a small archive with large contents takes time, but no memory. Guarded by
// tests/command/input/command_archives_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/module.h"
#include "linkspan/document.h"

namespace linkspan::command {

// The sum of the bytes of the first header of a tar, with blanks in place of the sum that it
// states (POSIX.1-2017, pax, ustar header block): are both the same?
inline bool has_sum_of_tar(std::string_view first_bytes) {
  constexpr size_t kHeader = 512, kSumAt = 148, kSumSize = 8;
  if (first_bytes.size() < kHeader) return false;
  uint64_t sum = 0, stated = 0, digits = 0;
  for (size_t i = 0; i < kHeader; ++i) {
    const bool is_of_sum = i >= kSumAt && i < kSumAt + kSumSize;
    sum += is_of_sum ? ' ' : static_cast<unsigned char>(first_bytes[i]);
    if (!is_of_sum || first_bytes[i] < '0' || first_bytes[i] > '7') continue;
    stated = stated * 8 + static_cast<uint64_t>(first_bytes[i] - '0');
    ++digits;
  }
  return digits > 0 && sum == stated;
}

// Tar is recognized by its magic, or by that sum: Unix version 7 wrote no magic, and one bit of a
// magic may be damaged.
inline bool is_tar(std::string_view first_bytes) {
  constexpr size_t kMagicOfTar = 257;
  return (first_bytes.size() > kMagicOfTar &&
          first_bytes.substr(kMagicOfTar).starts_with("ustar")) ||
         has_sum_of_tar(first_bytes);
}

// Blocks of zeros are a tar without members (tar -cf a.tar -T /dev/null).
inline bool may_be_empty_tar(std::string_view first_bytes) {
  return first_bytes.find_first_not_of('\0') == std::string_view::npos;
}

// Do these bytes begin an archive? Zip is recognized by the magic of a local file header or, if it
// is empty, of the end of the central directory (APPNOTE 6.3.10, sections 4.3.7 and 4.3.16).
inline bool is_archive(std::string_view first_bytes) {
  return first_bytes.starts_with("PK\x03\x04") || first_bytes.starts_with("PK\x05\x06") ||
         is_tar(first_bytes);
}

// The bytes of an archive: from a seekable file, or from a function like read(2).
struct ArchiveBytes {
  int seekable_descriptor = -1;  // at the start of the archive
  enum class Format : uint8_t { zip, tar } format = Format::tar;
  std::function<size_t(char* into, size_t size)> read;
};

class ArchiveMembers {
 public:
  ArchiveMembers() = default;
  ArchiveMembers(const ArchiveMembers&) = delete;
  ArchiveMembers& operator=(const ArchiveMembers&) = delete;
  virtual ~ArchiveMembers() = default;

  struct Member {
    std::string name;  // as stored, in UTF-8 if its charset is known
    enum class State { plain, encrypted } state = State::plain;
  };
  // The next file, even if the last one was not finished. Nothing at the end, or if the archive
  // cannot be read any further: then failure() says why.
  virtual std::optional<Member> next_member() = 0;

  // The next bytes of it, until the next call. Empty at its end, or on failure.
  virtual std::string_view next_block() = 0;

  // Reads the rest of a member of a zip, as its checksum is compared at its end, and returns a
  // sentence without a subject about damage of the member; empty if there is none.
  virtual std::string finish_member() = 0;

  // The same about the rest of the archive.
  virtual std::string failure() const = 0;
};

// REQUIRES: the bytes outlive it. Fails with io if the module cannot be loaded.
Result<std::unique_ptr<ArchiveMembers>> open_archive(ArchiveBytes& bytes);

// The entry of linkspan-archive.so for it.
LINKSPAN_ENTRY ArchiveMembers* linkspan_open_archive(ArchiveBytes& bytes);

// OfficeParts: the relationships of an Office document (ISO/IEC 29500-2), which is a zip. A part
// names the targets of its links by identifiers, and they are in a member beside it:
//
//   word/document.xml              <w:hyperlink r:id="rId4">…here…
//   word/_rels/document.xml.rels   <Relationship Id="rId4" Target="https://example.org/" …
//
// They are read before the parts, and held until after them, as those that no part has used are
// links, too. Guarded by tests/command/input/command_archives_test.cc.

// By the name of an archive or the names of its first members.
bool may_be_office(std::string_view name, std::string_view first_bytes);

class OfficeParts {
 public:
  // Reads the archive, which is then at its end.
  void read(ArchiveMembers& members);

  // A member with relationships.
  struct Held {
    std::string name, part, bytes;
    std::shared_ptr<Relationships> relationships;
  };
  const std::vector<Held>& held() const { return held_; }
  bool holds(std::string_view member) const;

  // Null if it has none.
  std::shared_ptr<Relationships> of(std::string_view part) const;

 private:
  std::vector<Held> held_;
};

}  // namespace linkspan::command
