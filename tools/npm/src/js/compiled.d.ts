// SPDX-License-Identifier: Apache-2.0
/** Makes the engine as JavaScript: load() of `linkspan` and `linkspan/file` takes this. */
export declare function instantiate(imports: unknown): unknown;
