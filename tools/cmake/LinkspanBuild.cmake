# SPDX-License-Identifier: Apache-2.0
# What every target of linkspan is built with: language level, warnings, sanitizers, and where
# programs go.

include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# A shared library shows what linkspan/export.h and linkspan_c.h say, and nothing else.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
# Nobody replaces functions of ours one by one: the compiler may put them into each other.
add_compile_options(-fno-semantic-interposition)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

option(LINKSPAN_WERROR "Treat warnings as errors" OFF)
set(LINKSPAN_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=")

if(LINKSPAN_SANITIZE)
  # Not vptr: the core is compiled without the type information that it needs.
  add_compile_options(-fsanitize=${LINKSPAN_SANITIZE} -fno-sanitize-recover=all
                      $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=vptr> -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LINKSPAN_SANITIZE})
  # An index or an optional of the standard library that is none ends the program, too. Tables that
  # are made by the compiler take more steps so.
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_compile_options($<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=100000000>)
endif()
# libFuzzer's coverage, for everything a fuzz target links; its main comes with the target alone.
if(LINKSPAN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# linkspan_target(<target>): the warnings and include directories of our own code. Who links it is
# compiled as C++20 as well, as the public headers are.
function(linkspan_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>" PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wimplicit-fallthrough
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # GCC 12 warns of std::string operator+ at -O2 and above (GCC bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<BOOL:${LINKSPAN_WERROR}>:-Werror>)
endfunction()
