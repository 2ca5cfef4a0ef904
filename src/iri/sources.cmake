# SPDX-License-Identifier: Apache-2.0
# The files of this folder, for the library, the tests and tools/npm: LINKSPAN_IRI_SOURCES.

set(LINKSPAN_IRI_SOURCES
  hosts/bidi.cc
  characters.cc
  defanged.cc
  diagnose.cc
  diagnose_authority.cc
  diagnose_characters.cc
  diagnose_escapes.cc
  hosts/diagnose_hosts.cc
  display.cc
  hosts/domains.cc
  fast_match.cc
  hosts/home_languages.cc
  hosts/idna.cc
  hosts/idna2008.cc
  hosts/labels.cc
  legacy_charsets.cc
  hosts/lookalikes.cc
  map.cc
  mapper.cc
  minimal.cc
  names.cc
  nfc.cc
  normalize.cc
  hosts/odd_letters.cc
  parse.cc
  parse_error.cc
  percent.cc
  resolve.cc
  scheme_info.cc
  hosts/spoofing.cc
  tables/confusables.cc
  tables/data.cc
  tables/legacy_text.cc
  tables/normalization.cc
  tables/punycode.cc
  tables/uts46.cc
  to_iri.cc
  to_uri.cc
  unwrap.cc
  warnings.cc)
list(TRANSFORM LINKSPAN_IRI_SOURCES PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
set(LINKSPAN_IRI_SOURCES ${LINKSPAN_IRI_SOURCES} CACHE INTERNAL "files of src/iri")
