// SPDX-License-Identifier: Apache-2.0
// The entry point `linkspan`.
export { find, test } from './find.js';
export { load, ready } from './instance.js';
