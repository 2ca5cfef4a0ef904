// SPDX-License-Identifier: Apache-2.0
// The use of an attribute, by its name without a prefix, whatever the element is.
//
//   href, url, xmlUrl, htmlUrl   a destination, and the text of the element is the text of the
//   link:
//                                XLink, SVG, Atom, ODF, DocBook, RSS, OPML
//   src, about, resource         a destination alone: the element holds something else (RDF, media)
//   target                       the same as href (TEI), also of the relationships of OOXML
//   base                         xml:base
//   xmlns, targetNamespace,
//   schemaLocation, type, rel,
//   role, algorithm, uri …       the name of a namespace or of a kind, which is not a link, also if
//                                it is written as a URI
//   others with a prefix         … so are they: they belong to a vocabulary (grddl:transformation)
//   others, and table:formula    text, which is read if it may have a link: <tag v="https://…"/>
//
// Case is ignored. Guarded by tests/html/xml_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::xml {

enum class Use : uint8_t { text, anchor, destination, target, base, name };

Use use_of(std::string_view attribute_name);

// The name without its prefix.
std::string_view local_name(std::string_view name);

// The charset that an XML document declares: `<?xml version="1.0" encoding="…"?>` (XML, section
// 4.3.3).

// The label in lower case, or an empty string. UTF-16 means UTF-8, as the declaration could not be
// read in UTF-16. `bytes`: the first ones, in any charset that includes ASCII.
std::string declared_charset(std::string_view bytes);

}  // namespace linkspan::xml
