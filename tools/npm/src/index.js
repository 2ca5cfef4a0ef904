// SPDX-License-Identifier: Apache-2.0
// The entry point `linkspan`.
export { isOpenable } from './destination.js';
export { NoEngineError } from './compile.js';
export { explain } from './explain.js';
export { find, findBytes, findFirst, test } from './find.js';
export { load, ready } from './instance.js';
export { Link } from './link.js';
export { LinkIndex } from './link_index.js';
export { escapeHtml, linkify, shorten } from './linkify.js';
export { hashtag, mention, ticket } from './rules.js';
export { Stream } from './stream.js';
