// SPDX-License-Identifier: Apache-2.0
// A directive and a pipe of Angular 17 and later, declared for its linker, so that applications compile them.
//
//   <p [linkify]="message" [linkifyOptions]="{ target: '_blank' }"></p>   without HTML; its text until there is an engine (engine.js)
//   <p [innerHTML]="message | linkify"></p>                               HTML that Angular sanitizes once more
import * as angular from '@angular/core';
import { linkifyElement } from './dom.js';
import { hasEngine } from './engine.js';
import { escapeHtml, linkify } from './linkify.js';

const kVersion = '17.0.0';

export class LinkifyDirective {
  constructor(element) { this.element = element.nativeElement; }

  ngOnChanges() {
    this.element.textContent = this.linkify ?? '';
    linkifyElement(this.element, this.linkifyOptions ?? {});
  }
}

LinkifyDirective.ɵfac = angular.ɵɵngDeclareFactory({
  minVersion: kVersion, version: kVersion, ngImport: angular, type: LinkifyDirective, deps: [{ token: angular.ElementRef }], target: angular.ɵɵFactoryTarget.Directive,
});
LinkifyDirective.ɵdir = angular.ɵɵngDeclareDirective({
  minVersion: kVersion, version: kVersion, ngImport: angular, type: LinkifyDirective, isStandalone: true, selector: '[linkify]',
  inputs: { linkify: 'linkify', linkifyOptions: 'linkifyOptions' }, usesOnChanges: true,
});

export class LinkifyPipe {
  transform(text, options = {}) { return hasEngine() ? linkify(text ?? '', options) : escapeHtml(text ?? ''); }
}

LinkifyPipe.ɵfac = angular.ɵɵngDeclareFactory({
  minVersion: kVersion, version: kVersion, ngImport: angular, type: LinkifyPipe, deps: [], target: angular.ɵɵFactoryTarget.Pipe,
});
LinkifyPipe.ɵpipe = angular.ɵɵngDeclarePipe({
  minVersion: kVersion, version: kVersion, ngImport: angular, type: LinkifyPipe, isStandalone: true, name: 'linkify',
});
