// Data that no npm package has: icu_data.cc prints them from the ICU of this machine.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';

import { Refusal } from './sources.mjs';

// The committed tables are made with this version (Debian 12).
export const kIcuVersion = '72.1';

const kSources = ['tools/unigen/icu_data.cc', 'src/unicode/properties.cc'];

export function icu_data(repository) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'unigen-'));
  try {
    const program = path.join(folder, 'icu_data');
    execFileSync(process.env.CXX ?? 'g++', ['-std=c++20', '-O1', '-Isrc', '-Iinclude', ...kSources,
      '-o', program, '-licuuc', '-licui18n'], { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'] });
    const data = JSON.parse(execFileSync(program, { maxBuffer: 1 << 26 }).toString());
    if (data.icu !== kIcuVersion) {
      throw new Refusal(`ICU has version ${data.icu}, but the tables are made with ${kIcuVersion}`);
    }
    return data;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
