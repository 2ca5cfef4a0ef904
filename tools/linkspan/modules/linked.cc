// SPDX-License-Identifier: Apache-2.0
#include "modules/modules.h"

namespace linkspan::command {

Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor) {
  return mail::read_message(message, options, visitor);
}

Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes) {
  return make_decoder(compression, bytes);
}

Result<std::unique_ptr<ArchiveMembers>> open_archive(ArchiveBytes& bytes) {
  return make_archive_members(bytes);
}

Result<std::string> compress_bytes(Compression compression, std::string_view bytes) {
  return compress(compression, bytes);
}

Result<PickAnswer> pick_on_screen(const PickRequest& request) { return show_pick_screen(request); }

Result<Rules> load_rules(const RuleSources& sources) { return make_rules(sources); }

}  // namespace linkspan::command
