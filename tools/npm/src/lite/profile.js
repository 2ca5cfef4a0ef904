// SPDX-License-Identifier: Apache-2.0
export const kProfiles = ['', 'uts58'];
export const kDefaultProfile = 'uts58';
