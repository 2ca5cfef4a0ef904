# SPDX-License-Identifier: Apache-2.0
# Tests that are scripts. Those that need a program or package which is not here are reported as skipped. Those with the
# label `nightly` take long and run with `tools/check nightly`.
find_package(Python3 COMPONENTS Interpreter)
find_package(PkgConfig REQUIRED)
set(command "$<TARGET_FILE:linkspan_command>")
set(shared "$<TARGET_FILE:linkspan_shared>")

# linkspan_script_test(<name> [ALONE] [NIGHTLY] [TIMEOUT <seconds>] COMMAND <argument>…): exit status 77 is "skipped". ALONE: beside
# no other test, as it drives an interface on a screen.
function(linkspan_script_test name)
  cmake_parse_arguments(ARG "ALONE;NIGHTLY" "TIMEOUT" "COMMAND" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${ARG_COMMAND})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${ARG_TIMEOUT} LABELS command)
  if(ARG_ALONE)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
  endif()
  if(ARG_NIGHTLY)
    set_tests_properties(${name} PROPERTIES LABELS nightly)
  endif()
endfunction()

# The examples print what the command prints.
function(linkspan_examples_test name kind)
  linkspan_script_test(examples_${name} COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/examples.sh"
    "${PROJECT_SOURCE_DIR}" "${LINKSPAN_DATA}" ${command} ${kind} ${ARGN})
endfunction()
foreach(kind IN ITEMS text document mail_html)
  linkspan_examples_test(cpp_${kind} ${kind} "$<TARGET_FILE:example_cpp_${kind}>")
  linkspan_examples_test(c_${kind} ${kind} "$<TARGET_FILE:example_c_${kind}>")
endforeach()

# The C interface.
foreach(part IN ITEMS symbols abi)
  linkspan_script_test(capi_${part}
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/capi_symbols.sh" ${part} "${PROJECT_SOURCE_DIR}" ${shared})
  linkspan_script_test(capi_core_${part}
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/capi_symbols.sh" ${part} "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:linkspan_core_shared>")
endforeach()
if(NOT LINKSPAN_SANITIZE AND NOT BUILD_SHARED_LIBS)
  linkspan_script_test(capi_libraries COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/capi_libraries.sh" "${PROJECT_SOURCE_DIR}"
    "${CMAKE_C_COMPILER}" "$<TARGET_FILE:linkspan_core_shared>" ${shared})
endif()
find_program(VALGRIND valgrind)
if(VALGRIND AND NOT LINKSPAN_SANITIZE)
  linkspan_script_test(capi_use_valgrind NIGHTLY
    COMMAND "${VALGRIND}" --quiet --error-exitcode=1 --leak-check=full
            --errors-for-leak-kinds=definite,indirect,possible
            "--suppressions=${CMAKE_CURRENT_SOURCE_DIR}/data/valgrind.supp" "$<TARGET_FILE:capi_use>")
endif()

# Settings for terminals.
linkspan_script_test(terminals COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/terminals.py" "${PROJECT_SOURCE_DIR}" ${command})

# tools/run, the core alone, and what `cmake --install` and tools/package make.
linkspan_script_test(run_script COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/run_script.sh" "${PROJECT_SOURCE_DIR}")
# The release that needs nothing (tools/package source). For other compilers and machines: tools/check nightly ports.
if(NOT LINKSPAN_SANITIZE)
  foreach(name IN ITEMS amalgamation source_archive)
    linkspan_script_test(${name} NIGHTLY COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh"
      "${PROJECT_SOURCE_DIR}" "${LINKSPAN_TABLES_DIR}" "${CMAKE_CXX_COMPILER}")
  endforeach()
endif()
if(LINKSPAN_INSTALL AND NOT LINKSPAN_SANITIZE)
  linkspan_script_test(core_alone COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/core_alone.sh"
    "${PROJECT_SOURCE_DIR}" "${CMAKE_CXX_COMPILER}" "$<TARGET_FILE:linkspan_core>")
  set(installed "${CMAKE_CURRENT_SOURCE_DIR}/installed.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" "${CMAKE_CXX_COMPILER}")
  linkspan_script_test(installed COMMAND ${installed})
  linkspan_script_test(installed_shared NIGHTLY TIMEOUT 900 COMMAND ${installed} shared)
  linkspan_script_test(packages NIGHTLY TIMEOUT 1800 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/packages.sh" "${PROJECT_SOURCE_DIR}")
endif()

# In recorded sessions of editors, the server gives the same answers.
file(GLOB sessions CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/data/lsp/*.jsonl")
foreach(session IN LISTS sessions)
  cmake_path(GET session STEM name)
  linkspan_script_test(lsp_session_${name} COMMAND linkspan_command lsp --check "${session}")
endforeach()

# What follows are programs that are not linked with a sanitizer.
if(LINKSPAN_SANITIZE)
  return()
endif()

# The bindings of docs/bindings.md, each where its language is installed.
foreach(language IN ITEMS go rust python luajit node)
  set(binding "${CMAKE_CURRENT_SOURCE_DIR}/bindings.sh" "${PROJECT_SOURCE_DIR}" "${LINKSPAN_DATA}" ${command} ${shared} ${language})
  linkspan_script_test(bindings_${language} TIMEOUT 900 COMMAND ${binding})
  if(language MATCHES "rust|luajit")
    linkspan_script_test(bindings_${language}_memcheck NIGHTLY TIMEOUT 900
      COMMAND ${binding} memcheck "${CMAKE_CURRENT_SOURCE_DIR}/data/valgrind.supp")
  endif()
endforeach()

linkspan_script_test(rust_crate TIMEOUT 600 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/rust_crate.sh"
  "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}" ${shared})

# Mail clients, editors and a text view that show and open links with linkspan.
foreach(client IN ITEMS claws evolution)
  linkspan_script_test(clients_${client} ALONE TIMEOUT 600
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/clients_${client}.sh" "${PROJECT_SOURCE_DIR}" ${shared})
endforeach()
pkg_check_modules(GTK3 QUIET gtk+-3.0)
if(GTK3_FOUND)
  linkspan_script_test(examples_gtk_view ALONE
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/gtk_view.sh" "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:example_gtk_view>")
endif()
linkspan_script_test(editors_vscode_session
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/editors_vscode.sh" session "${PROJECT_SOURCE_DIR}" ${command})
linkspan_script_test(editors_vscode_against_program TIMEOUT 600
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/editors_vscode.sh" against_program "${PROJECT_SOURCE_DIR}" ${command})
linkspan_script_test(editors_vscode_recorded
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/editors_vscode.sh" recorded "${PROJECT_SOURCE_DIR}" ${command})
linkspan_script_test(editors_vscode_web ALONE
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/editors_vscode.sh" web "${PROJECT_SOURCE_DIR}" ${command})

# Where Node and parse5 are installed: our trees, texts and destinations are those of parse5.
add_executable(html_dump html_dump.cc)
linkspan_target(html_dump)
target_include_directories(html_dump PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(html_dump PRIVATE linkspan::html linkspan::core nlohmann_json::nlohmann_json)
linkspan_script_test(html_parse5 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/html_parse5/run.sh" compare
  "${PROJECT_SOURCE_DIR}/build/npm/html_parse5" "$<TARGET_FILE:html_dump>" "${LINKSPAN_DATA}/html5lib")
linkspan_script_test(html_parse5_in_place COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/html_parse5/run.sh" in_place
  "${PROJECT_SOURCE_DIR}/build/npm/html_parse5" ${command} "${LINKSPAN_DATA}/html5lib")

# The npm package (tools/npm). npm_build makes it; without what `tools/setup web` installs, all are skipped.
# linkspan_npm_test(<name> <test> [NIGHTLY] [TIMEOUT <seconds>] [<argument>…])
function(linkspan_npm_test name test)
  cmake_parse_arguments(ARG "NIGHTLY" "TIMEOUT" "" ${ARGN})
  set(when "")
  if(ARG_NIGHTLY)
    set(when NIGHTLY)
  endif()
  linkspan_script_test(npm_${name} ${when} TIMEOUT ${ARG_TIMEOUT}
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/npm/run.sh" ${test} "${PROJECT_SOURCE_DIR}" ${ARG_UNPARSED_ARGUMENTS})
  if(test STREQUAL "build")
    set_tests_properties(npm_${name} PROPERTIES FIXTURES_SETUP npm_package RUN_SERIAL ON)
  else()
    set_tests_properties(npm_${name} PROPERTIES FIXTURES_REQUIRED npm_package)
  endif()
endfunction()
linkspan_npm_test(build build TIMEOUT 900)
linkspan_npm_test(api api api)
linkspan_npm_test(corpus corpus ${command})
linkspan_npm_test(lite lite)
linkspan_npm_test(full full ${command} "${LINKSPAN_DATA}")
linkspan_npm_test(browser browser)
linkspan_npm_test(start start sources)
linkspan_npm_test(start_time start time)
linkspan_npm_test(start_browser start browser)
foreach(check IN ITEMS equal alone policy hermes)
  linkspan_npm_test(js_${check} js TIMEOUT 900 ${check} "${LINKSPAN_DATA}")
endforeach()
linkspan_npm_test(size size "${PROJECT_SOURCE_DIR}/build")
linkspan_npm_test(command command ${command} "${LINKSPAN_DATA}")
linkspan_npm_test(linkify_it linkify_it "${LINKSPAN_DATA}")
linkspan_npm_test(rules rules)
linkspan_npm_test(examples examples)
linkspan_npm_test(html html TIMEOUT 900 ${command} "${LINKSPAN_DATA}")
foreach(editor IN ITEMS prosemirror tiptap codemirror lexical svelte angular)
  linkspan_npm_test(typing_${editor} typing ${editor})
endforeach()
foreach(component IN ITEMS find dom remark react vue xterm codemirror prosemirror)
  linkspan_npm_test(refused_${component} refused ${component})
endforeach()
foreach(library IN ITEMS dom remark react vue xterm codemirror prosemirror tiptap)
  linkspan_npm_test(${library} glue ${library})
endforeach()
foreach(check IN ITEMS run types bundle)
  linkspan_npm_test(${check} package ${check})
endforeach()
linkspan_npm_test(memory api memory 200000)
linkspan_npm_test(fuzz api fuzz 10)
linkspan_npm_test(memory_long api NIGHTLY TIMEOUT 900 memory 10000000)
linkspan_npm_test(fuzz_long api NIGHTLY TIMEOUT 900 fuzz 600)
linkspan_npm_test(long_text api NIGHTLY long)

if(NOT Python3_FOUND)
  message(STATUS "There is no Python 3: the tests that are written in it are left out")
  return()
endif()
set(python "${Python3_EXECUTABLE}")
foreach(client IN ITEMS aerc neomutt)
  linkspan_script_test(clients_${client} ALONE
    COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/clients.py" ${client} ${command} "${PROJECT_SOURCE_DIR}")
endforeach()
linkspan_script_test(clients_thunderbird ALONE TIMEOUT 600
  COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/clients_thunderbird.py" "${PROJECT_SOURCE_DIR}")
foreach(editor IN ITEMS neovim eglot lsp-mode)
  linkspan_script_test(editors_${editor} ALONE
    COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/editors.py" ${editor} ${command} "${PROJECT_SOURCE_DIR}")
endforeach()

# The page to try linkspan on.
linkspan_script_test(playground TIMEOUT 600 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/playground/run.sh" "${PROJECT_SOURCE_DIR}")

# Where a browser is installed: its links are the recorded ones, and our links are its links.
set(oracle "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/browser_oracle.py")
linkspan_script_test(html_browser_cases COMMAND ${oracle} cases "${CMAKE_CURRENT_SOURCE_DIR}/data/malformed_html")
linkspan_script_test(html_browser_mail COMMAND ${oracle} mail ${command} "${LINKSPAN_DATA}/mail")
linkspan_script_test(html_browser_random COMMAND ${oracle} random ${command} 2000)
linkspan_script_test(html_browser_charsets ALONE TIMEOUT 600 COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/browser_charsets.py" ${command})
foreach(form IN ITEMS html markdown browser)
  linkspan_script_test(round_trips_${form}
    COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/round_trips.py" ${form} ${command} "${PROJECT_SOURCE_DIR}" "${LINKSPAN_DATA}")
endforeach()

# What the format's own tool refuses gets a message and exit status 1.
linkspan_script_test(damaged_files COMMAND "${python}" "${CMAKE_CURRENT_SOURCE_DIR}/damaged_files.py" ${command} 100)

# The Python package (tools/python). Where it is not built, each of its tests is reported as skipped.
if(NOT LINKSPAN_PYTHON_EXECUTABLE)
  set(LINKSPAN_PYTHON_EXECUTABLE python3)
endif()
# linkspan_python_test(<name> <file> [NIGHTLY] [<argument>…]): tests/python/<file> is the test python_<name>.
function(linkspan_python_test name file)
  cmake_parse_arguments(ARG "NIGHTLY" "" "" ${ARGN})
  if(ARG_NIGHTLY)
    set(when NIGHTLY TIMEOUT 900)
  endif()
  linkspan_script_test(python_${name} ${when}
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/python/run.sh" "${PROJECT_BINARY_DIR}" "${LINKSPAN_PYTHON_EXECUTABLE}"
            "${CMAKE_CURRENT_SOURCE_DIR}/python/${file}" ${ARG_UNPARSED_ARGUMENTS})
endfunction()
foreach(name IN ITEMS doc texts link arguments many columns arrow pandas threads stream)
  linkspan_python_test(${name} test_${name}.py)
endforeach()
linkspan_python_test(leaks test_leaks.py 100000)
linkspan_python_test(leaks_long test_leaks.py NIGHTLY 1000000)
linkspan_python_test(html test_html.py ${command})
linkspan_python_test(iri test_iri.py ${command})
# A few hosts and IRIs; `tools/check nightly editions` has millions.
linkspan_script_test(editions COMMAND "${LINKSPAN_PYTHON_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/editions/compare.py"
  "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}" 3000 3000)
linkspan_python_test(command_corpus test_command.py ${command} corpus)
linkspan_python_test(command_text test_command.py ${command} text "${LINKSPAN_DATA}")
linkspan_python_test(mail test_mail.py ${command} own)
linkspan_python_test(mail_public test_mail.py ${command} public "${LINKSPAN_DATA}")
linkspan_python_test(arrow_readers test_arrow_readers.py "${PROJECT_SOURCE_DIR}/build/npm/arrow")
linkspan_python_test(prefilter test_prefilter.py "${LINKSPAN_DATA}")
linkspan_python_test(corpus test_corpus.py "${LINKSPAN_DATA}")
linkspan_python_test(parquet test_parquet.py "${PROJECT_SOURCE_DIR}/build/npm/duckdb")
linkspan_python_test(dask_collections test_dask_collections.py "${LINKSPAN_DATA}")
linkspan_python_test(dask_cluster test_dask_cluster.py NIGHTLY "${LINKSPAN_DATA}")
linkspan_python_test(slurm test_slurm.py NIGHTLY "${LINKSPAN_DATA}")
# With the Python in which `tools/setup spark ray polars` installs.
set(python_of_engines "${PROJECT_SOURCE_DIR}/build/engines/bin/python")
foreach(name IN ITEMS spark ray polars corpora_page)
  linkspan_script_test(python_${name} NIGHTLY TIMEOUT 900
    COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/python/run.sh" "${PROJECT_BINARY_DIR}" "${python_of_engines}"
            "${CMAKE_CURRENT_SOURCE_DIR}/python/test_${name}.py")
endforeach()
linkspan_script_test(python_parquet_files
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/python/run.sh" "${PROJECT_BINARY_DIR}" "${python_of_engines}"
          "${CMAKE_CURRENT_SOURCE_DIR}/python/test_parquet_files.py")
linkspan_python_test(notebook test_notebook.py NIGHTLY)
linkspan_python_test(types test_types.py NIGHTLY "${PROJECT_BINARY_DIR}")
linkspan_script_test(python_wheel NIGHTLY TIMEOUT 900 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/python/wheel.sh" "${PROJECT_SOURCE_DIR}"
  "${PROJECT_BINARY_DIR}" "${LINKSPAN_PYTHON_EXECUTABLE}")
