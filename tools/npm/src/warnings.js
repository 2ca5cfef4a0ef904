// SPDX-License-Identifier: Apache-2.0
// Only linkspan/full knows warnings (../full/warnings.js).
export const warningsOf = () => undefined;
