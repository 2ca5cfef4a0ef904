# SPDX-License-Identifier: Apache-2.0
# Where the automata come from, which tools/abnfc makes of grammars/:
#   LINKSPAN_GENERATED_DIR  a folder with automata/*.h, such as `generated` in an archive that
#                           `tools/package source` made. Then nothing is made, and the grammars are
#                           not read.
#   LINKSPAN_ABNFC          a program abnfc that runs on this machine, to cross compile.
# Without either, abnfc is built first, which needs fmt and CLI11.

set(shipped_tables "${PROJECT_SOURCE_DIR}/generated")
if(NOT EXISTS "${shipped_tables}/automata")
  set(shipped_tables "")
endif()
set(LINKSPAN_ABNFC "" CACHE FILEPATH "The program abnfc; if empty, it is built")
set(LINKSPAN_GENERATED_DIR "${shipped_tables}" CACHE PATH "A folder with automata/*.h; if empty, abnfc makes them")

set(LINKSPAN_GRAMMARS_DIR "${PROJECT_SOURCE_DIR}/grammars" CACHE PATH "The grammars and lists that abnfc reads")

if(LINKSPAN_GENERATED_DIR AND NOT EXISTS "${LINKSPAN_GENERATED_DIR}/automata")
  message(FATAL_ERROR "LINKSPAN_GENERATED_DIR=${LINKSPAN_GENERATED_DIR} has no folder automata")
endif()
if(LINKSPAN_ABNFC AND NOT EXISTS "${LINKSPAN_ABNFC}" AND NOT LINKSPAN_GENERATED_DIR)
  message(FATAL_ERROR "There is no ${LINKSPAN_ABNFC}; build it with: cmake --build --preset release --target abnfc")
endif()
set(LINKSPAN_TABLES_DIR "${PROJECT_BINARY_DIR}/generated")
if(LINKSPAN_GENERATED_DIR)
  set(LINKSPAN_TABLES_DIR "${LINKSPAN_GENERATED_DIR}")
elseif(NOT LINKSPAN_ABNFC AND CMAKE_CROSSCOMPILING)
  message(FATAL_ERROR "To cross compile, set LINKSPAN_ABNFC to an abnfc that runs here, or LINKSPAN_GENERATED_DIR")
endif()

# The tests of abnfc need it in any case.
if((NOT LINKSPAN_GENERATED_DIR AND NOT LINKSPAN_ABNFC) OR
   ((LINKSPAN_TESTS OR LINKSPAN_FUZZ) AND NOT LINKSPAN_CORE_ONLY))
  add_subdirectory("${PROJECT_SOURCE_DIR}/tools/abnfc" "${PROJECT_BINARY_DIR}/tools/abnfc")
endif()
