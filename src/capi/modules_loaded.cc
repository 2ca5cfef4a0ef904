// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "capi/modules.h"
#include "linkspan/version.h"

namespace linkspan::capi {
namespace {

struct Free {
  void operator()(char* text) const { std::free(text); }
};

// The folder of the library, whatever links lead to it.
std::string folder_of_library() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void*>(&find_entry), &info) == 0) return {};
  const std::unique_ptr<char, Free> path(realpath(info.dli_fname, nullptr));
  const std::string name = path != nullptr ? path.get() : info.dli_fname;
  return name.substr(0, name.rfind('/') + 1);
}

}  // namespace

Result<void*> find_entry(const char* module, const char* name) {
  const std::string path =
      folder_of_library() + "linkspan/" LINKSPAN_VERSION_STRING "/" + std::string(module);
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const found = handle != nullptr ? dlsym(handle, name) : nullptr;
  if (found != nullptr) return found;
  return Error{
      ErrorCode::io, 0,
      std::string("a part of linkspan is not installed, or not where it belongs: ") + dlerror()};
}

Result<Rules> make_rules(std::string_view toml, std::string_view source_name,
                         const RuleParameters& parameters, const WantedBuiltIn& built_in) {
  static const Result<void*> entry = find_entry("rules.so", "module_make_rules");
  if (!entry) return entry.error();
  Result<Rules> made = Rules();
  reinterpret_cast<MakeRulesEntry*> (*entry)(toml, source_name, parameters, built_in, made);
  return made;
}

}  // namespace linkspan::capi
