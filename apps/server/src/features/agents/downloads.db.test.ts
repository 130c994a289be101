import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentVersion } from '@warranty/contracts/agents';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { makeFolder } from '../../../test/folder.ts';

const folder = makeFolder();
const server = await startTestApp({ env: { AGENT_DIR: folder } });
beforeEach(async () => {
  await rm(folder, { recursive: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  await mkdir(join(folder, 'scripts'));
});

const windows = 'network_agent-windows-x86_64.exe';
const linux = 'network_agent-linux-x86_64';
const sum = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Writes the files and checksums as the build does. */
async function build(files: Record<string, Buffer | string>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, 'dist', name), bytes);
  const lines = Object.entries(files).map(([name, bytes]) => `${sum(bytes)}  ${name}\n`);
  await writeFile(join(folder, 'dist', 'SHA256SUMS'), lines.join(''));
}

const ask = (url: string, method: 'GET' | 'HEAD' = 'GET') => server.send(method, `/api/agent${url}`);

describe('/api/agent/download/{platform}', () => {
  it.each([
    ['windows', windows],
    ['macos', 'network_agent-darwin-x86_64'],
    ['linux', linux],
    ['linux?arch=arm64', 'network_agent-linux-arm64'],
  ])('serves %s, with the same headers for HEAD', async (platform, fileName) => {
    const bytes = Buffer.from(`MZ\u0000 ${fileName} `.repeat(50_000));
    await build({ [fileName]: bytes });
    const [file, head] = [await ask(`/download/${platform}`), await ask(`/download/${platform}`, 'HEAD')];
    expect([file.statusCode, head.statusCode]).toEqual([200, 200]);
    expect(file.rawPayload.equals(bytes)).toBe(true);
    expect(head.rawPayload).toHaveLength(0);
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${fileName}"`,
      etag: `"${sum(bytes)}"`,
      'x-checksum-sha256': sum(bytes),
      'x-content-type-options': 'nosniff',
    });
    const { date: _, 'x-request-id': __, connection: ___, ...headers } = file.headers;
    expect(head.headers).toMatchObject(headers);
  });

  it('lists the available platforms if the requested one is not built yet', async () => {
    await build({ [linux]: 'ELF' });
    for (const platform of ['windows', 'macos', 'amiga', '..%2Fscripts', 'linux?arch=arm64']) {
      const reply = await ask(`/download/${platform}`);
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        {
          error: 'Agent binaries are currently being built. Please check back soon.',
          code: 'agent_not_built',
          message: 'Agent binaries are currently being built. Please check back soon.',
          available_platforms: [{ platform: 'linux' }],
        },
      ]);
      expect((await ask(`/download/${platform}`, 'HEAD')).statusCode).toBe(404);
    }
  });

  it('never serves a file that is half written or was modified', async () => {
    await build({ [linux]: 'the whole file' });
    expect((await ask('/download/linux')).statusCode).toBe(200);
    await writeFile(join(folder, 'dist', linux), 'the whole');
    expect((await ask('/download/linux')).statusCode).toBe(404);
    await writeFile(join(folder, 'dist', linux), 'another file ..');
    expect((await ask('/download/linux')).statusCode).toBe(404);
    await rm(join(folder, 'dist', 'SHA256SUMS'));
    expect((await ask('/download/linux')).json().available_platforms).toEqual([]);
  });

  it('serves the new file after a build', async () => {
    await build({ [linux]: 'version one' });
    await ask('/download/linux');
    await build({ [linux]: 'version two' });
    expect((await ask('/download/linux')).body).toBe('version two');
  });
});

describe('GET /api/agent/downloads', () => {
  it('lists the sizes and checksums of the available files', async () => {
    await build({ [windows]: 'MZ', [linux]: 'ELF' });
    expect((await ask('/downloads')).json()).toEqual({
      version: agentVersion,
      files: [
        { platform: 'windows', architecture: 'x86_64', fileName: windows, size: 2, sha256: sum('MZ') },
        { platform: 'linux', architecture: 'x86_64', fileName: linux, size: 3, sha256: sum('ELF') },
      ],
    });
  });

  it('returns an empty list if the folder does not exist', async () => {
    await rm(join(folder, 'dist'), { recursive: true });
    expect((await ask('/downloads')).json()).toEqual({ version: agentVersion, files: [] });
  });
});

describe('GET /api/agent/script/{script}', () => {
  it.each(['network_agent.ps1', 'network_agent_nmap.py'])('serves %s', async (script) => {
    await writeFile(join(folder, 'scripts', script), '# a script é\n');
    const reply = await ask(`/script/${script}`);
    expect([reply.statusCode, reply.body]).toEqual([200, '# a script é\n']);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${script}"`,
      'content-length': '14',
    });
    expect((await ask(`/script/${script}`, 'HEAD')).headers['content-length']).toBe('14');
  });

  it('returns 404 for any other script', async () => {
    await writeFile(join(folder, 'scripts', 'other.py'), 'secret');
    for (const script of ['other.py', '..%2Fdist%2FSHA256SUMS', '%2Fetc%2Fpasswd', 'network_agent.ps1'])
      expect((await ask(`/script/${script}`)).statusCode).toBe(404);
  });
});
