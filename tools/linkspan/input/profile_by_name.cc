// SPDX-License-Identifier: Apache-2.0
#include "input/profile_by_name.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/ascii.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kExtensions[] = {
#define LINKSPAN_CODE_EXTENSIONS
#include "input/code_names.inc"
#undef LINKSPAN_CODE_EXTENSIONS
};
constexpr std::string_view kFiles[] = {
#define LINKSPAN_CODE_FILES
#include "input/code_names.inc"
#undef LINKSPAN_CODE_FILES
};
constexpr std::string_view kCompressed[] = {".bz2", ".gz", ".xz", ".zst"};

// REQUIRES: the names are in order.
template <size_t n>
bool has(const std::string_view (&names)[n], std::string_view name) {
  return std::binary_search(std::begin(names), std::end(names), name);
}
static_assert(std::is_sorted(std::begin(kExtensions), std::end(kExtensions)));
static_assert(std::is_sorted(std::begin(kFiles), std::end(kFiles)));

std::string_view without_compression(std::string_view name) {
  for (const std::string_view extension : kCompressed) {
    if (name.ends_with(extension)) return name.substr(0, name.size() - extension.size());
  }
  return name;
}

// The number or date that logrotate adds: app.log.1, app.log-20250131.
std::string_view without_rotation(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const bool is_rotated = last != std::string_view::npos && last > 0 && last + 1 < name.size() &&
                          (name[last] == '.' || name[last] == '-');
  return is_rotated ? name.substr(0, last) : name;
}

}  // namespace

Profile profile_of_file(std::string_view path) {
  const std::string lower = base::to_ascii_lower(path.substr(path.find_last_of("/:") + 1));
  const std::string_view name = without_rotation(without_compression(lower));
  const size_t dot = name.rfind('.');
  const std::string_view extension =
      dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
  return has(kFiles, name) || has(kExtensions, extension) ? Profile::code : Profile::prose;
}

}  // namespace linkspan::command
