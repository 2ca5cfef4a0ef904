# SPDX-License-Identifier: Apache-2.0
# The Python package (tools/python). Where it is not built, each of its tests is reported as
# skipped.

# linkspan_python_test(<name> <file> [<argument>…]): tests/python/<file> is the test python_<name>.
function(linkspan_python_test name file)
  if(NOT LINKSPAN_PYTHON_EXECUTABLE)
    set(LINKSPAN_PYTHON_EXECUTABLE python3)
  endif()
  add_test(NAME python_${name}
           COMMAND "${CMAKE_CURRENT_LIST_DIR}/python/run.sh" "${PROJECT_BINARY_DIR}" "${LINKSPAN_PYTHON_EXECUTABLE}"
                   "${CMAKE_CURRENT_LIST_DIR}/python/${file}" ${ARGN})
  set_tests_properties(python_${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endfunction()

if(LINKSPAN_TESTS AND NOT LINKSPAN_SANITIZE)
  foreach(name IN ITEMS doc texts link arguments many columns arrow pandas threads stream leaks parts)
    linkspan_python_test(${name} test_${name}.py)
  endforeach()
  set(command "$<TARGET_FILE:linkspan_command>")
  linkspan_python_test(html test_html.py "${command}")
  linkspan_python_test(iri test_iri.py "${command}")
  linkspan_python_test(command_corpus test_command.py "${command}" corpus)
  linkspan_python_test(command_text test_command.py "${command}" text "${LINKSPAN_DATA}")
  linkspan_python_test(mail test_mail.py "${command}" own)
  linkspan_python_test(mail_public test_mail.py "${command}" public "${LINKSPAN_DATA}")
  linkspan_python_test(arrow_readers test_arrow_readers.py "${PROJECT_SOURCE_DIR}/build/npm/arrow")
  linkspan_python_test(prefilter test_prefilter.py "${LINKSPAN_DATA}")
  linkspan_python_test(corpus test_corpus.py "${LINKSPAN_DATA}")
  foreach(name IN ITEMS collections cluster)
    linkspan_python_test(dask_${name} test_dask_${name}.py "${LINKSPAN_DATA}")
  endforeach()
  linkspan_python_test(slurm test_slurm.py "${LINKSPAN_DATA}")
  linkspan_python_test(notebook test_notebook.py)
  linkspan_python_test(types test_types.py "${PROJECT_BINARY_DIR}")
  add_test(NAME python_wheel COMMAND "${CMAKE_CURRENT_LIST_DIR}/python/wheel.sh" "${PROJECT_SOURCE_DIR}"
           "${PROJECT_BINARY_DIR}" "${LINKSPAN_PYTHON_EXECUTABLE}")
  set_tests_properties(python_wheel PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()
