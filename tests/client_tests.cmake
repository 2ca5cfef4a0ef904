# SPDX-License-Identifier: Apache-2.0
# Mail clients that show and open links with linkspan.
find_package(Python3 COMPONENTS Interpreter)

if(LINKSPAN_TESTS AND Python3_FOUND AND NOT LINKSPAN_SANITIZE)
  foreach(client IN ITEMS aerc neomutt)
    add_test(NAME clients_${client}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/clients.py" ${client}
                     "$<TARGET_FILE:linkspan_command>" "${PROJECT_SOURCE_DIR}")
    set_tests_properties(clients_${client} PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 240)
  endforeach()
endif()
if(LINKSPAN_TESTS AND NOT LINKSPAN_SANITIZE)
  foreach(client IN ITEMS claws evolution)
    add_test(NAME clients_${client} COMMAND "${CMAKE_CURRENT_LIST_DIR}/clients_${client}.sh"
             "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:linkspan_shared>")
    set_tests_properties(clients_${client} PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 240)
  endforeach()
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(GTK3 QUIET gtk+-3.0)
  if(GTK3_FOUND)
    add_test(NAME examples_gtk_view COMMAND "${CMAKE_CURRENT_LIST_DIR}/gtk_view.sh" "${PROJECT_SOURCE_DIR}"
             "$<TARGET_FILE:example_gtk_view>")
    set_tests_properties(examples_gtk_view PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 240)
  endif()
endif()
