// SPDX-License-Identifier: Apache-2.0
// Finds the program that a setting names, in the way of a shell.
//
//   linkspan         the first executable file with this name in the folders of PATH
//   ~/bin/linkspan   relative to the home folder
//   /opt/linkspan    an absolute path
//   ./linkspan       relative to `folder`; not found if there is no folder
//
// Guarded by test/session.mjs.
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';

export interface Places {
  PATH?: string;
  PATHEXT?: string;
  folder?: string;
}

function canBeRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

// On Windows, also the name with each extension of PATHEXT.
function withExtensions(file: string, places: Places): string[] {
  if (process.platform !== 'win32') return [file];
  const extensions = (places.PATHEXT ?? '.EXE').split(';').filter(extension => extension !== '');
  return [file, ...extensions.map(extension => file + extension.toLowerCase())];
}

function candidates(name: string, places: Places): string[] {
  if (name.startsWith('~/')) return [path.join(homedir(), name.slice(2))];
  if (path.isAbsolute(name)) return [name];
  if (/[/\\]/.test(name)) return places.folder === undefined ? [] : [path.join(places.folder, name)];
  const folders = (places.PATH ?? '').split(path.delimiter).filter(folder => path.isAbsolute(folder));
  return folders.map(folder => path.join(folder, name));
}

/** The path of the program; undefined if there is no executable file. */
export function findProgram(name: string, places: Places): string | undefined {
  if (name === '') return undefined;
  return candidates(name, places).flatMap(file => withExtensions(file, places)).find(canBeRun);
}
