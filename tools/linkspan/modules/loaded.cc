// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <string>

#include "modules/modules.h"

namespace linkspan::command {
namespace {

// The function of this name in a module, which stays loaded to the end of the program. The
// program's run path says where modules are.
template <class Entry>
Result<Entry*> load(const char* module, const char* name) {
  void* const handle = dlopen(module, RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, name) : nullptr;
  if (found == nullptr) {
    return Error{
        ErrorCode::io, 0,
        std::string("a part of linkspan is not installed, or not where it belongs: ") + dlerror()};
  }
  return reinterpret_cast<Entry*>(found);
}

}  // namespace

Result<mail::Summary> read_message(std::string_view message, const mail::ReadOptions& options,
                                   mail::Visitor& visitor) {
  static const auto entry = load<ReadMessageEntry>("linkspan-mail.so", kReadMessageEntry);
  if (!entry) return entry.error();
  mail::Summary summary;
  entry.value()(message, options, visitor, summary);
  return summary;
}

Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes) {
  static const auto entry = load<MakeDecoderEntry>("linkspan-archive.so", kMakeDecoderEntry);
  if (!entry) return entry.error();
  return std::unique_ptr<Decoder>(entry.value()(compression, bytes));
}

Result<std::unique_ptr<ArchiveMembers>> open_archive(ArchiveBytes& bytes) {
  static const auto entry = load<OpenArchiveEntry>("linkspan-archive.so", kOpenArchiveEntry);
  if (!entry) return entry.error();
  return std::unique_ptr<ArchiveMembers>(entry.value()(bytes));
}

Result<std::string> compress_bytes(Compression compression, std::string_view bytes) {
  static const auto entry = load<CompressEntry>("linkspan-archive.so", kCompressEntry);
  if (!entry) return entry.error();
  std::string compressed;
  entry.value()(compression, bytes, compressed);
  return compressed;
}

Result<PickAnswer> pick_on_screen(const PickRequest& request) {
  static const auto entry = load<PickEntry>("linkspan-pick.so", kPickEntry);
  if (!entry) return entry.error();
  PickAnswer answer;
  entry.value()(request, answer);
  return answer;
}

Result<Rules> load_rules(const RuleSources& sources) {
  static const auto entry = load<MakeRulesEntry>("linkspan-rules.so", kMakeRulesEntry);
  if (!entry) return entry.error();
  Result<Rules> made = Rules();
  entry.value()(sources, made);
  return made;
}

}  // namespace linkspan::command
