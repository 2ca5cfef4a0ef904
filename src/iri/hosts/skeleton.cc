// SPDX-License-Identifier: Apache-2.0
// The skeleton of a host: that of each of its labels (UTS #39, section 4).
//
//   skeleton("www.раураl.com") == skeleton("www.paypal.com")
//
// Guarded by tests/iri/iri_spoofing_test.cc.
#include "iri/hosts/labels.h"
#include "iri/hosts/spoofing.h"
#include "linkspan/iri.h"

namespace linkspan::iri {

std::string skeleton(std::string_view host) {
  std::string all;
  for (const Label& label : labels_of(host, {0, host.size()})) {
    if (label.range.begin > 0) all += '.';
    all += Spoofing::instance().skeleton(label.unicode);
  }
  return all;
}

}  // namespace linkspan::iri
