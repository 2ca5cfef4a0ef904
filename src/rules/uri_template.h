// SPDX-License-Identifier: Apache-2.0
// UriTemplate: `https://bugs.example.org/{1}`, into which the groups of a match are inserted.
//
// Guarded by tests/render/rules_test.cc.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/result.h"

namespace linkspan::rules {

class UriTemplate {
 public:
  // `groups`: the numbers of the named groups; there are `count` groups and the whole match, 0. The
  // position of an error is an offset into `text`.
  static Result<UriTemplate> create(std::string_view text, const std::map<std::string, int>& groups,
                                    int count);

  // The URI of a match; `groups` has the whole match and its groups.
  template <class View>
  std::string expand(std::span<const View> groups) const {
    std::string uri;
    for (const Part& part : parts_) {
      uri += part.text;
      if (part.group < 0) continue;
      const View& value = groups[static_cast<size_t>(part.group)];
      append(uri, {value.data(), value.size()}, part.keeps);
    }
    return uri;
  }

 private:
  enum class Keeps : uint8_t { all, digits, path, raw };
  struct Part {
    std::string text;
    int group = -1;  // after the text; -1: none
    Keeps keeps = Keeps::all;
  };
  static Result<Keeps> keeps_named(std::string_view name, std::string_view before);
  static void append(std::string& uri, std::string_view value, Keeps keeps);

  std::vector<Part> parts_;
};

}  // namespace linkspan::rules
