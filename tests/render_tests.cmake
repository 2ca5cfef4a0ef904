# SPDX-License-Identifier: Apache-2.0
# Text with its links, as HTML, as Markdown and for terminals.
find_package(Python3 COMPONENTS Interpreter)

if(LINKSPAN_TESTS)
  linkspan_test(render_test LIBRARIES linkspan::render)
  linkspan_test(document_renderer_test LIBRARIES linkspan::render)
  linkspan_test(sgr_test LIBRARIES linkspan::render linkspan::document linkspan_test_support)
  if(Python3_FOUND)
    foreach(form IN ITEMS html markdown browser)
      add_test(NAME round_trips_${form}
               COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/round_trips.py" ${form}
                       "$<TARGET_FILE:linkspan_command>" "${PROJECT_SOURCE_DIR}" "${LINKSPAN_DATA}")
      set_tests_properties(round_trips_${form} PROPERTIES SKIP_RETURN_CODE 77)
    endforeach()
    add_test(NAME damaged_files
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/damaged_files.py"
                     "$<TARGET_FILE:linkspan_command>" 100)
    set_tests_properties(damaged_files PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endif()
