// SPDX-License-Identifier: Apache-2.0
import type { AnchorHTMLAttributes, ReactElement, ReactNode } from 'react';
import type { Link, LinkifyOptions } from './index.js';

export interface ReactOptions extends LinkifyOptions {
  /** Another element in the place of `<a>`. */
  readonly renderLink?: (what: {
    link: Link;
    properties: AnchorHTMLAttributes<HTMLAnchorElement>;
    text: string;
  }) => ReactNode;
}

export interface LinkifyProps {
  readonly children?: ReactNode;
  readonly options?: ReactOptions;
}

/** The text of its children, with links. */
export declare function Linkify(props: LinkifyProps): ReactElement;
export default Linkify;
