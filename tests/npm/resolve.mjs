// SPDX-License-Identifier: Apache-2.0
// Tests import npm packages, which are in build/npm, and not beside them.
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.env.LINKSPAN_NODE_MODULES}/../tests.mjs`).href;
register(`data:text/javascript,${encodeURIComponent(String.raw`
export function resolve(specifier, context, next) {
  const isBare = !/^(?:[./]|[a-z]+:)/.test(specifier);
  const isOfTest = /\/(?:tests\/npm|tools\/bench|npm_package)\//.test(context.parentURL);
  return next(specifier, isBare && isOfTest ? { ...context, parentURL: ${JSON.stringify(folder)} } : context);
}`)}`);
