// SPDX-License-Identifier: Apache-2.0
// OfficeParts: the relationships of an Office document (ISO/IEC 29500-2), which is a zip. A part
// names the targets of its links by identifiers, and they are in a member beside it:
//
//   word/document.xml              <w:hyperlink r:id="rId4">…here…
//   word/_rels/document.xml.rels   <Relationship Id="rId4" Target="https://example.org/" …
//
// They are read before the parts, and held until after them, as those that no part has used are
// links, too. Guarded by tests/command/input/command_archives_test.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "modules/archive_members.h"

namespace linkspan::command {

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
