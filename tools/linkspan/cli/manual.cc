// SPDX-License-Identifier: Apache-2.0
// linkspan_manual: reads man/linkspan.1.txt, and writes the manual page; used by the build.
#include <iostream>
#include <iterator>
#include <string>

#include "cli/help.h"

int main() {
  const std::string page{std::istreambuf_iterator<char>(std::cin), {}};
  std::cout << linkspan::command::manual_page(page);
  return std::cout.flush() ? 0 : 1;
}
