# SPDX-License-Identifier: Apache-2.0
# linkspan_iri_automata(<target>): the tables that the sources of this folder include, for the library and for
# tools/npm/module. The roots are in the order of Grammar (iri.h).
function(linkspan_iri_automata target)
  set(rfc_grammars core.abnf uri.abnf iri.abnf)
  linkspan_add_automaton(${target} NAME scheme_facts
    WORDS schemes.txt VALUES slashes opaque never shaped KEYS authority path port opens ROWS)
  linkspan_add_automaton(${target} NAME wrappers
    WORDS wrappers.txt KEYS host path label parameter form ROWS)
  linkspan_add_automaton(${target} NAME tracking_parameters WORDS tracking_parameters.txt KEYS site ROWS)
  linkspan_add_automaton(${target} NAME iri_grammars
    ROOTS IRI-reference IRI absolute-IRI URI-reference URI absolute-URI
    LABELS scheme iuserinfo ihost port
           ipath-abempty/ipath-absolute/ipath-noscheme/ipath-rootless/ipath-empty iquery ifragment
    GRAMMARS ${rfc_grammars})
  linkspan_add_automaton(${target} NAME ucschar ROOTS ucschar iprivate GRAMMARS ${rfc_grammars})
endfunction()
