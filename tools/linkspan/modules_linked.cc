#include "modules.h"

namespace linkspan::command {

Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor) {
  return mail::read_message(message, options, visitor);
}

Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes) {
  return make_archive_decoder(compression, bytes);
}

}  // namespace linkspan::command
