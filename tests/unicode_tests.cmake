# SPDX-License-Identifier: Apache-2.0
# The tables of src/unicode and the lists that tools/unigen writes. ICU checks them independently;
# only the test links it.
find_package(ICU REQUIRED COMPONENTS uc)
linkspan_test(unicode_test LIBRARIES linkspan_core ICU::uc)
