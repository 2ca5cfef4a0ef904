// SPDX-License-Identifier: Apache-2.0
#include "input/binary_input.h"

#include "linkspan/charset.h"

namespace linkspan::command {

bool is_binary(std::string_view first_bytes) {
  if (first_bytes.find('\0') == std::string_view::npos) return false;
  const std::string_view charset = charset::detect(first_bytes).charset.name();
  return !charset.starts_with("UTF-16") && !charset.starts_with("UTF-32");
}

}  // namespace linkspan::command
