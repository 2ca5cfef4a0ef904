// SPDX-License-Identifier: Apache-2.0
// The module linkspan-archive.so (modules/modules.h).
#include "modules/modules.h"

namespace linkspan::command {

extern "C" [[gnu::visibility("default")]] Decoder* linkspan_make_decoder(Compression compression,
                                                                         StoredBytes& bytes) {
  return make_decoder(compression, bytes).release();
}

extern "C" [[gnu::visibility("default")]] ArchiveMembers* linkspan_open_archive(
    ArchiveBytes& bytes) {
  return make_archive_members(bytes).release();
}

extern "C" [[gnu::visibility("default")]] void linkspan_compress(Compression compression,
                                                                 std::string_view bytes,
                                                                 std::string& compressed) {
  compressed = compress(compression, bytes);
}

}  // namespace linkspan::command
