// SPDX-License-Identifier: Apache-2.0
// The entry point `linkspan/full`: all of `linkspan`, with its own IDNA, with the warnings of links, and with iri.
import * as iri from './iri.js';

export * from './base.js';
export { warnings } from './warnings.js';
export { iri };
