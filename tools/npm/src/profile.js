// SPDX-License-Identifier: Apache-2.0
// In the order of Profile (linkspan.h).
export const kProfiles = ['prose', 'uts58', 'code', 'strict'];
export const kDefaultProfile = 'prose';
