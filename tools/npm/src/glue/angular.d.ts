// SPDX-License-Identifier: Apache-2.0
import type { ElementRef, OnChanges, PipeTransform, ɵɵDirectiveDeclaration, ɵɵFactoryDeclaration, ɵɵPipeDeclaration } from '@angular/core';
import type { ElementOptions } from './dom.js';
import type { LinkifyOptions } from './index.js';

/** The text of an element, with links: `<p [linkify]="text" [linkifyOptions]="options">`. */
export declare class LinkifyDirective implements OnChanges {
  constructor(element: ElementRef<Element>);
  linkify: string | null | undefined;
  linkifyOptions: ElementOptions | undefined;
  ngOnChanges(): void;
  static ɵfac: ɵɵFactoryDeclaration<LinkifyDirective, never>;
  static ɵdir: ɵɵDirectiveDeclaration<LinkifyDirective, '[linkify]', never, { 'linkify': { alias: 'linkify'; required: false }; 'linkifyOptions': { alias: 'linkifyOptions'; required: false } }, {}, never, never, true, never>;
}

/** HTML with links: `<p [innerHTML]="text | linkify">`. */
export declare class LinkifyPipe implements PipeTransform {
  transform(text: string | null | undefined, options?: LinkifyOptions): string;
  static ɵfac: ɵɵFactoryDeclaration<LinkifyPipe, never>;
  static ɵpipe: ɵɵPipeDeclaration<LinkifyPipe, 'linkify', true>;
}
