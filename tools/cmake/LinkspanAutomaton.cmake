# SPDX-License-Identifier: Apache-2.0
# linkspan_add_automaton(<target> NAME <name> [ROOTS <rule>…] [LABELS <rule>…] [WORDS <file>]
#                        [VALUES <name>… | FLAGS <name>…] [KEYS <name>…] [ROWS | SHORT]
#                        [DECISIONS <file>]
#                        [GRAMMARS <file>…] [PACKED])
#
# Runs abnfc at build time, if LinkspanTables.cmake has found no tables that are made already, and adds
# the folder of the tables to <target>'s include path:
#   #include "automata/<name>.h"    →  linkspan::automata::k<Name>
# ROOTS      the rules that the automaton recognizes; bit i of Dfa::accepts is the i-th of them
# LABELS     the rules whose start it reports; bit i of Dfa::begins is the i-th of them
# PACKED     makes a PackedDfa, for an automaton that would be a large table
# WORDS      makes a WordDfa of a list of words instead
#   VALUES   the names that the second column may contain, numbered from 1
#   FLAGS    the names that the columns after the word may contain; bit i of the value is the i-th
#   KEYS     the keys of the pairs key=text after these
#   ROWS     makes a table of base::WordRow instead, sorted by words, with the texts by key
#   SHORT    makes a base::ShortWords, too: automata::k<Name>Short
# DECISIONS  makes a table of base::Decision of a list of rules instead, and the enumerations
#            linkspan::automata::<name>::Id and Feature
add_custom_target(linkspan_tables)  # all tables, without what is compiled with them
function(linkspan_add_automaton target)
  cmake_parse_arguments(ARG "PACKED;ROWS;SHORT" "NAME;WORDS;DECISIONS" "ROOTS;LABELS;VALUES;FLAGS;KEYS;GRAMMARS" ${ARGN})
  set(header "${LINKSPAN_TABLES_DIR}/automata/${ARG_NAME}.h")
  target_include_directories(${target} PRIVATE "${LINKSPAN_TABLES_DIR}")
  if(LINKSPAN_GENERATED_DIR)
    return()
  endif()
  list(TRANSFORM ARG_GRAMMARS PREPEND "${LINKSPAN_GRAMMARS_DIR}/")
  set(arguments --name "${ARG_NAME}" --output "${header}")
  foreach(root IN LISTS ARG_ROOTS)
    list(APPEND arguments --rule "${root}")
  endforeach()
  foreach(label IN LISTS ARG_LABELS)
    list(APPEND arguments --label "${label}")
  endforeach()
  foreach(value IN LISTS ARG_VALUES)
    list(APPEND arguments --value "${value}")
  endforeach()
  foreach(flag IN LISTS ARG_FLAGS)
    list(APPEND arguments --flag "${flag}")
  endforeach()
  foreach(key IN LISTS ARG_KEYS)
    list(APPEND arguments --key "${key}")
  endforeach()
  if(ARG_ROWS)
    list(APPEND arguments --rows)
  endif()
  if(ARG_SHORT)
    list(APPEND arguments --short)
  endif()
  if(ARG_PACKED)
    list(APPEND arguments --packed)
  endif()
  set(inputs ${ARG_GRAMMARS})
  if(ARG_WORDS)
    list(APPEND arguments --words "${LINKSPAN_GRAMMARS_DIR}/${ARG_WORDS}")
    list(APPEND inputs "${LINKSPAN_GRAMMARS_DIR}/${ARG_WORDS}")
  endif()
  if(ARG_DECISIONS)
    list(APPEND arguments --decisions "${LINKSPAN_GRAMMARS_DIR}/${ARG_DECISIONS}")
    list(APPEND inputs "${LINKSPAN_GRAMMARS_DIR}/${ARG_DECISIONS}")
  endif()
  set(compiler abnfc)
  if(LINKSPAN_ABNFC)
    set(compiler "${LINKSPAN_ABNFC}")
  endif()
  file(MAKE_DIRECTORY "${LINKSPAN_TABLES_DIR}/automata")
  add_custom_command(
    OUTPUT "${header}"
    COMMAND "${compiler}" ${arguments} ${ARG_GRAMMARS}
    DEPENDS ${compiler} ${inputs}
    COMMENT "Compiling ${ARG_NAME} from its grammar"
    VERBATIM)
  target_sources(${target} PRIVATE "${header}")
  add_custom_target(linkspan_${ARG_NAME}_table DEPENDS "${header}")
  add_dependencies(${target} linkspan_${ARG_NAME}_table)
  add_dependencies(linkspan_tables linkspan_${ARG_NAME}_table)
endfunction()
