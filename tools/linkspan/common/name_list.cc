// SPDX-License-Identifier: Apache-2.0
#include "common/name_list.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "common/io.h"

namespace linkspan::command {

std::optional<std::string> NameList::next() {
  for (;;) {
    const size_t end = separator_ ? held_.find(*separator_, given_) : std::string::npos;
    if (end == std::string::npos && read_more()) continue;
    if (given_ == held_.size()) return {};
    std::string name = held_.substr(given_, end == std::string::npos ? end : end - given_);
    given_ = std::min(given_ + name.size() + 1, held_.size());
    if (!name.empty()) return name;
  }
}

bool NameList::read_more() {
  held_.erase(0, std::exchange(given_, 0));
  const size_t size = held_.size();
  held_.resize(size + kBlockBytes);
  const ssize_t got = read_some(descriptor_, held_.data() + size, kBlockBytes);
  if (got < 0) error_number_ = errno;
  held_.resize(size + static_cast<size_t>(std::max<ssize_t>(got, 0)));
  if (!separator_ && got > 0) separator_ = held_.find('\0') == std::string::npos ? '\n' : '\0';
  return got > 0;
}

}  // namespace linkspan::command
