// SPDX-License-Identifier: Apache-2.0
#include "document/readers/xml_reader.h"

namespace linkspan::document {

void XmlReader::begin() {
  source_.clear();
  reader_.begin(tools_.options.relationships.get(), tools_.options.base);
  page_.begin();
}

Visit XmlReader::feed(std::string_view decoded, Receiver& receiver) {
  source_ += decoded;
  while (reader_.is_enough(source_.size()) && read_part(xml::Extent::cut, receiver)) {
    if (receiver.next() == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

void XmlReader::finish(Receiver& receiver) {
  while (!source_.empty() && receiver.next() == Visit::go_on) {
    read_part(xml::Extent::whole, receiver);
  }
  page_.finish(receiver);
}

// Returns whether there was one.
bool XmlReader::read_part(xml::Extent extent, Receiver& receiver) {
  html::Page page;
  const size_t size = reader_.read(source_, extent, page);
  if (size == 0) return false;
  page_.read(std::move(page), std::string_view(source_).substr(0, size), receiver);
  source_.erase(0, size);
  return true;
}

}  // namespace linkspan::document
