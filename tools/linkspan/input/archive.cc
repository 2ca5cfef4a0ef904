// SPDX-License-Identifier: Apache-2.0
#include "input/archive.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "base/ascii.h"
#include "base/few_texts.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kOfficeNames[] = {".docm", ".docx", ".dotm", ".dotx", ".potx", ".ppsx",
                                             ".pptm", ".pptx", ".vsdx", ".xlsm", ".xlsx", ".xltx"};
constexpr std::string_view kFirstMembers[] = {"[Content_Types].xml", "_rels/.rels"};
constexpr std::string_view kRelsFolder = "_rels/";
constexpr std::string_view kRelsName = ".rels";

// Others are read where they are, and their targets are not known to the parts.
constexpr size_t kMostHeld = 1000;
constexpr size_t kMostHeldBytes = 1 << 20;  // of one
constexpr size_t kMostHeldTogether = 16 << 20;

// `word/document.xml` of `word/_rels/document.xml.rels`; nothing for other members.
std::optional<std::string> part_of(std::string_view member) {
  const size_t folder = member.rfind(kRelsFolder);
  const bool is_folder = folder == 0 || (folder != member.npos && member[folder - 1] == '/');
  if (!is_folder || !member.ends_with(kRelsName)) return {};
  const std::string_view file = member.substr(folder + kRelsFolder.size());
  return std::string(member.substr(0, folder))
      .append(file.substr(0, file.size() - kRelsName.size()));
}

}  // namespace

Result<std::unique_ptr<ArchiveMembers>> open_archive(ArchiveBytes& bytes) {
  static const auto entry =
      entry_of(linkspan_open_archive, "linkspan-archive.so", "linkspan_open_archive");
  if (!entry) return entry.error();
  return std::unique_ptr<ArchiveMembers>(entry.value()(bytes));
}

bool may_be_office(std::string_view name, std::string_view first_bytes) {
  const std::string lower = base::to_ascii_lower(name.substr(name.rfind('.') + 1));
  return base::is_one_of('.' + lower, kOfficeNames) ||
         base::contains_one_of(first_bytes, kFirstMembers);
}

void OfficeParts::read(ArchiveMembers& members) {
  size_t together = 0;
  while (held_.size() < kMostHeld && together < kMostHeldTogether) {
    const std::optional<ArchiveMembers::Member> member = members.next_member();
    if (!member) return;
    const std::optional<std::string> part = part_of(member->name);
    if (!part || member->state == ArchiveMembers::Member::State::encrypted) continue;
    Held held{member->name, *part, {}, nullptr};
    while (held.bytes.size() <= kMostHeldBytes) {
      const std::string_view block = members.next_block();
      if (block.empty()) break;
      held.bytes += block;
    }
    if (held.bytes.size() > kMostHeldBytes || holds(held.name)) continue;
    together += held.bytes.size();
    held.relationships = std::make_shared<Relationships>(read_relationships(held.bytes));
    held_.push_back(std::move(held));
  }
}

bool OfficeParts::holds(std::string_view member) const {
  return std::any_of(held_.begin(), held_.end(),
                     [member](const Held& one) { return one.name == member; });
}

std::shared_ptr<Relationships> OfficeParts::of(std::string_view part) const {
  const auto found = std::find_if(held_.begin(), held_.end(),
                                  [part](const Held& one) { return one.part == part; });
  return found == held_.end() ? nullptr : found->relationships;
}

}  // namespace linkspan::command
