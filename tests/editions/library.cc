// SPDX-License-Identifier: Apache-2.0
// The C++ interface, for compare.py: for each line of standard input, an IRI, a line with
//
//   URI <tab> display form <tab> warnings
//
// A form that the text does not have is `E` and the byte at which the text fails; a warning is
// `name@begin-end`, in bytes. Compiled with and without ICU.
#include <cstdio>
#include <iostream>
#include <string>

#include "linkspan/iri.h"

namespace {

using linkspan::Error;
using linkspan::Result;

void add(const Result<std::string>& form, std::string& record) {
  if (form.ok()) {
    record += form.value();
  } else {
    record += "E" + std::to_string(form.error().position);
  }
  record += '\t';
}

}  // namespace

int main() {
  namespace iri = linkspan::iri;
  std::ios::sync_with_stdio(false);
  std::string line;
  std::string record;
  while (std::getline(std::cin, line)) {
    record.clear();
    add(iri::to_uri(line), record);
    add(iri::display(line), record);
    for (const iri::Diagnostic& found : iri::diagnose(line)) {
      record += to_string(found.warning);
      record +=
          '@' + std::to_string(found.range.begin) + '-' + std::to_string(found.range.end) + ' ';
    }
    record += '\n';
    std::fwrite(record.data(), 1, record.size(), stdout);
  }
  return 0;
}
