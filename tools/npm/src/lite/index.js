// SPDX-License-Identifier: Apache-2.0
// The entry point `linkspan/lite`: the rules of UTS #58 alone.
export { NoEngineError } from './compile.js';
export { isOpenable } from './destination.js';
export { find, findFirst, test } from './find.js';
export { load, ready } from './instance.js';
export { Link } from './link.js';
export { escapeHtml, linkify, shorten } from './linkify.js';
export { hashtag, mention, ticket } from './rules.js';
