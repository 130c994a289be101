import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '@warranty/contracts/core/openapi';
import { lookupWarranty, type WarrantyResult } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { dellFile } from '../../../test/bulk.ts';
import { makeFolder } from '../../../test/folder.ts';
import { startRunningServer } from '../../../test/running-server.ts';

const run = promisify(execFile);
const repository = join(dirname(fileURLToPath(import.meta.url)), '../../../../..');

const server = await startRunningServer();
const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApiDocument;
const guide = document['x-guide'];

/** The example as a reader copies it from the reference. */
function printed(language: string): string {
  const found = guide.examples.find((example) => example.language === language);
  if (!found) throw new Error(`no example in ${language}`);
  return found.code;
}

/** Node.js takes the types out of a file with this name. */
function runTypeScript(code: string) {
  const file = join(makeFolder({ 'lookup.mts': code }), 'lookup.mts');
  return run(process.execPath, [file], { env: environment() });
}
const environment = () => ({ ...process.env, WARRANTY_URL: server.url, WARRANTY_TOKEN: server.rawToken });
const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Sends the request that an example describes. */
async function send(url: string, body: string, token: string): Promise<WarrantyResult> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as WarrantyResult;
}

describe('the examples of the API reference', () => {
  // Without curl or Python, the test still checks what the examples send.
  it.each([
    ['sh', 'curl', (code: string) => run('bash', ['-c', code], { env: environment() })],
    ['python', 'python3', (code: string) => run('python3', ['-c', code], { env: environment() })],
    ['typescript', process.execPath, runTypeScript],
  ])('run as printed: %s', async (language, program, execute) => {
    const code = printed(language);
    expect(code).toContain(server.url + lookupWarranty.path);
    const body = '{"modelNumber": "7XK2P93", "manufacturer": "Dell"}';
    if (language !== 'typescript') expect(code).toContain(body);
    const answer = isInstalled(program)
      ? (JSON.parse((await execute(code)).stdout) as WarrantyResult)
      : await send(server.url + lookupWarranty.path, body, server.rawToken);
    expect(answer).toMatchObject({ manufacturer: 'Dell', modelNumber: '7XK2P93' });
  });

  it('include an equivalent PowerShell call', async () => {
    const code = printed('powershell');
    const settings = Object.fromEntries(
      Array.from(code.matchAll(/^ {4}(\w+) += (.+)$/gm), ([, name = '', value = '']) => [name, value]),
    );
    expect(code).toMatch(/^\$request = @\{\n(?: {4}.+\n)+\}\nInvoke-RestMethod @request$/);
    expect(settings).toMatchObject({
      Method: "'Post'",
      ContentType: "'application/json'",
      Headers: '@{ Authorization = "Bearer $env:WARRANTY_TOKEN" }',
    });
    const unquoted = (text = '') => text.replace(/^'([^']*)'$/, '$1');
    await send(unquoted(settings.Uri), unquoted(settings.Body), server.rawToken);
  });
});

describe('docs/examples/bulk-run.mjs', () => {
  it('creates a run of 1,000 rows, waits for it and downloads the file', async () => {
    const folder = makeFolder({ 'devices.csv': dellFile(1000).replace('Maker', 'Manufacturer') });
    const [input, output] = [join(folder, 'devices.csv'), join(folder, 'found.csv')];
    const script = join(repository, 'docs/examples/bulk-run.mjs');
    const { stdout } = await run(process.execPath, [script, input, output], { env: environment() });
    const lines = (await readFile(output, 'utf8')).trim().split('\n');
    expect(stdout).toContain('1000 of 1000');
    expect(lines).toHaveLength(1001);
    expect(lines[0]).toContain('Serial,Manufacturer,Notes,Warranty Status');
    expect(lines[1000]).toMatch(/^B000999,Dell,row 999,(?:Active|Expiring Soon|Expired),/);
  }, 60_000);

  it("reports missing settings and the server's error message", async () => {
    const script = join(repository, 'docs/examples/bulk-run.mjs');
    await expect(run(process.execPath, [script])).rejects.toMatchObject({ code: 2 });
    const env = { ...environment(), WARRANTY_TOKEN: 'wlt_wrong' };
    await expect(run(process.execPath, [script, 'a', 'b'], { env })).rejects.toMatchObject({
      stderr: expect.stringContaining('This access token is not valid.'),
    });
  });
});
