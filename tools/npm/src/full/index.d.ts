// SPDX-License-Identifier: Apache-2.0
export * from './base.js';
export * as iri from './iri.js';

export interface WarningFacts {
  readonly name: string;
  /** `serious`: the destination may not be what it seems; show it. `note`: other programs may read the link in another way. */
  readonly severity: 'serious' | 'note';
  /** What it means and what to do. */
  readonly description: string;
}

/** All warnings that a link may have: `docs/iris.md`, section 6. */
export declare function warnings(): WarningFacts[];
