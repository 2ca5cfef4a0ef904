# SPDX-License-Identifier: Apache-2.0
# Settings for all targets of linkspan: language standard, warnings, sanitizers, output directory.

include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
# A shared library exports only what linkspan/export.h and linkspan_c.h declare.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
if(MSVC)  # and clang-cl; docs/ports.md says what was tried
  add_compile_options(/utf-8 /permissive- /Zc:preprocessor)
elseif(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  # No function is replaced at load time, so the compiler may inline across functions.
  add_compile_options(-fno-semantic-interposition)
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
  add_compile_definitions(_FILE_OFFSET_BITS=64)  # files of 2 GB and more
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# Compiled objects are kept by ccache where it is installed. The precompiled header of the tests needs the exceptions.
find_program(LINKSPAN_CCACHE ccache)
if(LINKSPAN_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${LINKSPAN_CCACHE}")
endif()

set(in_another_project OFF)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(in_another_project ON)
endif()
option(LINKSPAN_UNITY "Compile up to eight sources of the command and the core at once, so that headers are read once" ${in_another_project})
option(LINKSPAN_WERROR "Treat warnings as errors" OFF)
set(LINKSPAN_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=")

if(LINKSPAN_SANITIZE)
  # Not vptr, which needs RTTI: the core is compiled without it.
  add_compile_options(-fsanitize=${LINKSPAN_SANITIZE} -fno-sanitize-recover=all
                      $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=vptr> -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${LINKSPAN_SANITIZE})
  # Also check indexes and optionals of the standard library. This adds steps to constexpr tables.
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_compile_options($<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=100000000>)
endif()

# linkspan_target(<target>): sets warnings and include directories. Targets that link it are compiled as
# C++20, too, as the public headers need it.
function(linkspan_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>" PRIVATE "${PROJECT_SOURCE_DIR}/src")
  if(MSVC)
    target_compile_options(${target} PRIVATE /W3 $<$<BOOL:${LINKSPAN_WERROR}>:/WX>)
    return()
  endif()
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wimplicit-fallthrough
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # GCC 12 has false warnings about operator+ of std::string at -O2 and above (GCC bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<BOOL:${LINKSPAN_WERROR}>:-Werror>)
endfunction()

# linkspan_unity(<target>): with LINKSPAN_UNITY, sources are compiled together. Names in their anonymous namespaces must differ.
# PERF: the command takes half the processor time to compile (docs/performance.md).
function(linkspan_unity)
  if(LINKSPAN_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    foreach(target IN ITEMS ${ARGN})  # g++ warns of a class with a member of an anonymous namespace, unless its source is the main file
      target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    endforeach()
  endif()
endfunction()
