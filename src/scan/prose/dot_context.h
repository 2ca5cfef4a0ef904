// SPDX-License-Identifier: Apache-2.0
// DotContext: a dot that is part of an IPv4 address, or of text in a script without spaces, and not
// of a domain (docs/rules.md, rules ipv4 and domain_start).
//
//   192.168.1.1/admin     an address with a path
//   2.0.1版本的example.org  the dot is in a number
//
// Guarded by the corpus and the reference scanner.
#pragma once

#include <cstdint>

#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// In prose, an ASCII dot beside another one or before a hyphen is not in a domain.
inline bool is_beside_dot(const Window& window, uint64_t dot) {
  return window.has(dot + 1, '.') || window.has(dot + 1, '-') ||
         (dot > window.begin && window.byte(dot - 1) == '.');
}

class DotContext {
 public:
  // Nothing before `floor` is read.
  DotContext(const Window& window, uint64_t dot, uint64_t floor)
      : window_(window), dot_(dot), floor_(floor) {}

  // 192.168.1.1/admin, 10.0.0.1:8080: are there four numbers around the dot, from `begin` to `end`,
  // with a path, a query or a port after them? (10.0.0.0/8 is a network.)
  Answer is_in_ipv4(uint64_t& begin, uint64_t& end) const;

  // 2.0.1版本的example.org, 1.打开www.example.cn, 注册了.进example.cn: does text in a script
  // without spaces follow the dot, up to `end`? Either the dot is in a number, or a label in
  // another script follows that text. REQUIRES: an ASCII dot.
  Answer is_in_text(const TopLevelDomains& tlds, uint64_t& end) const;

 private:
  bool may_end_item() const;

  const Window& window_;
  uint64_t dot_;
  uint64_t floor_;
};

}  // namespace linkspan::scan
