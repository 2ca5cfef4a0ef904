// SPDX-License-Identifier: Apache-2.0
// The functions of the C and C++ libraries that would import the system: a module for browsers
// imports nothing of WASI. The core calls them to read an environment variable and to end the
// program with a message.
#include <sys/types.h>

#include <__verbose_abort>
#include <cstdio>
#include <cstdlib>

extern "C" {

// NOLINTBEGIN: declared by the libraries
// What wasi-libc's stderr consists of.
size_t __stdio_write(FILE*, const unsigned char*, size_t) { return 0; }
int __stdio_close(FILE*) { return 0; }
off_t __stdio_seek(FILE*, off_t, int) { return -1; }

char* getenv(const char*) { return nullptr; }

void abort() { __builtin_trap(); }

void abort_message(const char*, ...) { __builtin_trap(); }

int fprintf(FILE*, const char*, ...) { return 0; }
}

_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
// NOLINTEND
