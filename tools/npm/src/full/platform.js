// SPDX-License-Identifier: Apache-2.0
// The module of linkspan/full has its own IDNA and normalization.
export const operations = [];
