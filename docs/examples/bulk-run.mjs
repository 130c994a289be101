// Looks up a whole CSV file: creates a bulk run, sends the file, waits, and writes the resulting file.
//
//   WARRANTY_URL=http://localhost:3000 WARRANTY_TOKEN=wlt_... node bulk-run.mjs devices.csv devices-with-warranty.csv
//
// The token needs the scopes runs:write and runs:read. Requires only Node 20 or newer. Set SERIAL_COLUMN and
// MANUFACTURER_COLUMN if your columns are not named "Serial" and "Manufacturer".
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

const {
  WARRANTY_URL,
  WARRANTY_TOKEN,
  SERIAL_COLUMN = 'Serial',
  MANUFACTURER_COLUMN = 'Manufacturer',
} = process.env;
const [input, output] = process.argv.slice(2);
if (!WARRANTY_URL || !WARRANTY_TOKEN || !input || !output) {
  console.error('usage: WARRANTY_URL=... WARRANTY_TOKEN=... node bulk-run.mjs INPUT.csv OUTPUT.csv');
  process.exit(2);
}

/** Sends one request. After a 429, waits for Retry-After and sends it again. */
async function call(method, path, options = {}) {
  const { json, file } = options;
  const response = await fetch(new URL(path, WARRANTY_URL), {
    method,
    headers: {
      authorization: `Bearer ${WARRANTY_TOKEN}`,
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(file ? { 'content-type': 'text/csv' } : {}),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
    ...(file ? { body: Readable.toWeb(createReadStream(file)), duplex: 'half' } : {}),
  });
  if (response.status === 429) {
    await delay(Number(response.headers.get('retry-after')) * 1000);
    return call(method, path, options);
  }
  if (response.ok) return response;
  throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}

const created = await call('POST', '/api/bulk-runs', {
  json: { fieldMapping: { modelNumber: SERIAL_COLUMN, manufacturer: MANUFACTURER_COLUMN } },
});
const { id } = await created.json();
await call('PUT', `/api/bulk-runs/${id}/source`, { file: input });

let progress;
for (;;) {
  progress = await (await call('GET', `/api/progress/${id}`)).json();
  console.log(`${progress.current} of ${progress.total}: ${progress.message}`);
  if (progress.status !== 'processing') break;
  await delay(1000);
}
if (progress.status !== 'completed') throw new Error(`the run is ${progress.status}: ${progress.message}`);

const found = await call('GET', `/api/bulk-runs/${id}/file`);
await pipeline(Readable.fromWeb(found.body), createWriteStream(output));
console.log(`written to ${output}`);
