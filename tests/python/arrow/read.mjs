// SPDX-License-Identifier: Apache-2.0
// Reads an Arrow IPC stream from standard input with Apache Arrow's JavaScript, and prints its table as JSON:
//
//   {"fields": [[name, type, nullable], …], "rows": 2, "columns": [[value, …], …], "nulls": [0, …]}
//
// Usage: node read.mjs FOLDER, whose node_modules has apache-arrow. tests/python/test_arrow_readers.py runs it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { tableFromIPC } = createRequire(`${process.argv[2]}/`)('apache-arrow');

const table = tableFromIPC(readFileSync(0));
const plain = value => typeof value === 'bigint' ? Number(value) : value;
const columns = table.schema.fields.map((_, i) => table.getChildAt(i));
process.stdout.write(JSON.stringify({
  fields: table.schema.fields.map(field => [field.name, String(field.type), field.nullable]),
  rows: table.numRows,
  columns: columns.map(column => Array.from(column, plain)),
  nulls: columns.map(column => column.nullCount),
}));
