# SPDX-License-Identifier: Apache-2.0
# WebAssembly with vectors of 128 bits unless LINKSPAN_WASM_FEATURES says otherwise, for browsers and Node.js. Debian: clang-19, lld-19, libc++-19-dev-wasm32,
# libclang-rt-19-dev-wasm32, wasi-libc. The system is WASI's, of which tools/npm/module uses the headers and what
# imports nothing.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# linkspan/js is made of a module with the instructions of the first version alone: wasm2js knows no vectors.
set(LINKSPAN_WASM_FEATURES "-msimd128 -mbulk-memory" CACHE STRING "What of WebAssembly the module may use")
set(CMAKE_CXX_FLAGS_INIT "${LINKSPAN_WASM_FEATURES} -fno-exceptions -fno-rtti")
set(CMAKE_CXX_FLAGS_RELEASE "-Oz -DNDEBUG" CACHE STRING "Flags of the compiler")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # there is no program without an entry point
