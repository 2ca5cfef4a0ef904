// SPDX-License-Identifier: Apache-2.0
// An empty program: the headers that tests share are compiled with it (tests/CMakeLists.txt).

int main() {}
