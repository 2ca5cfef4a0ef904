# SPDX-License-Identifier: Apache-2.0
# The files of this folder, for the library, the tests and tools/npm: LINKSPAN_IRI_SOURCES, and those of a back end.

# The two back ends (back_end.h).
set(LINKSPAN_IRI_ICU
  icu/characters.cc
  icu/countries.cc
  icu/domain_names.cc
  icu/legacy_text.cc
  icu/look_alikes.cc
  nfc.cc)
set(LINKSPAN_IRI_TABLES
  tables/back_end.cc
  tables/confusables.cc
  tables/data.cc
  tables/legacy_text.cc
  tables/normalization.cc
  tables/punycode.cc
  tables/uts46.cc)
set(LINKSPAN_IRI_SOURCES
  hosts/bidi.cc
  characters.cc
  compare.cc
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
  normalize.cc
  hosts/odd_letters.cc
  parse.cc
  parse_error.cc
  percent.cc
  resolve.cc
  scheme_info.cc
  hosts/skeleton.cc
  hosts/spoofing.cc
  to_iri.cc
  to_uri.cc
  warnings.cc)
foreach(list IN ITEMS LINKSPAN_IRI_SOURCES LINKSPAN_IRI_ICU LINKSPAN_IRI_TABLES)
  list(TRANSFORM ${list} PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
  set(${list} ${${list}} CACHE INTERNAL "files of src/iri")
endforeach()
