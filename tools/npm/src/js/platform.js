// SPDX-License-Identifier: Apache-2.0
// The engine of linkspan/js has its own IDNA and normalization, as React Native's URL has none.
export const operations = [];
