// SPDX-License-Identifier: Apache-2.0
// An empty program. It is compiled only for its precompiled header, which all tests share
// (tests/CMakeLists.txt).

int main() {}
