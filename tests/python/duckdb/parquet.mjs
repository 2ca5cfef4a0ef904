// SPDX-License-Identifier: Apache-2.0
// parquet.mjs FOLDER LINKS TO: runs the COPY of docs/corpora.md, and prints the rows of the Parquet file as JSON. FOLDER is
// the one whose node_modules has @duckdb/node-api.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, links, to] = process.argv.slice(2);
const resolved = createRequire(`${folder}/`).resolve("@duckdb/node-api");
const { DuckDBInstance } = (await import(pathToFileURL(resolved))).default;
const connection = await (await DuckDBInstance.create(":memory:")).connect();
await connection.run(`COPY (SELECT * FROM read_json_auto('${links}', format = 'newline_delimited')) TO '${to}' (COMPRESSION zstd)`);
const rows = await connection.runAndReadAll(`SELECT source, uri FROM '${to}' ORDER BY source, start`);
console.log(JSON.stringify(rows.getRowObjectsJson()));
