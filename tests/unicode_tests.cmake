# SPDX-License-Identifier: Apache-2.0
# The tables of src/unicode and the lists that tools/unigen writes. ICU is the second opinion; it is
# linked by the test alone.
find_package(ICU REQUIRED COMPONENTS uc)
linkspan_test(unicode_test LIBRARIES linkspan_core ICU::uc)
