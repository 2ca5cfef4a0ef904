// SPDX-License-Identifier: Apache-2.0
import type { ElementOptions } from './dom.js';

export type LinkifyParameter = string | { readonly text: string; readonly options?: ElementOptions };

/** An action: `<p use:linkify={{ text, options }}>`. */
export declare function linkify(element: Element, parameter: LinkifyParameter): { update(parameter: LinkifyParameter): void };
export default linkify;
