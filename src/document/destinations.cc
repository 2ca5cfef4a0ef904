// SPDX-License-Identifier: Apache-2.0
// Destinations: which links several forms of one text have in common.
//
//   plain text   https://Shop.example:443/o/17
//   HTML         <a href="https://shop.example/o/17">      the same destination
//                <a href="https://shop.example/o/17?t=9">  another
//
// Guarded by tests/mail/mail_forms_test.cc.
#include <string>
#include <string_view>

#include "base/keyed_hash.h"
#include "linkspan/document.h"
#include "linkspan/iri.h"

namespace linkspan {

bool Destinations::add(std::string_view uri) {
  const Result<std::string> normal = iri::normalize(uri);
  return add_hash(normal.ok() ? std::string_view(*normal) : uri);
}

// A zero byte is in no URI, so such a key is no other link's destination.
bool Destinations::add(std::string_view uri, std::string_view text, Warnings warnings) {
  const bool is_new = add(uri);
  if (!is_serious(warnings)) return is_new;
  const bool is_new_text = add_hash((std::string(uri) += '\0').append(text));
  return is_new || is_new_text;
}

bool Destinations::add_hash(std::string_view text) {
  return known_.insert(base::sip_hash(base::process_key(), text)[0]).second;
}

}  // namespace linkspan
