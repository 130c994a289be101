import { describe, expect, it } from 'vitest';
import { recordLog, silent } from '../../../test/fixtures.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { createReaderSandbox, type SandboxMode } from './reader-sandbox.ts';

function open(mode: SandboxMode, sandbox: Sandbox, reason?: string) {
  const { log, lines } = recordLog('info');
  return { ...createReaderSandbox(mode, log, async () => ({ sandbox, reason })), lines };
}

describe('the sandbox of image readers', () => {
  it('is the strongest that works, said in one line', async () => {
    for (const sandbox of ['namespaces', 'user', 'none'] as const) {
      const { start, find, lines } = open('auto', sandbox, 'mount: permission denied');
      await start();
      expect(await find()).toBe(sandbox);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { sandbox, msg: expect.stringMatching(/^image readers /) },
      ]);
    }
  });

  it('is refused at the start if it is required and incomplete', async () => {
    for (const sandbox of ['user', 'none'] as const) {
      const { start, find } = open('required', sandbox, 'mount: permission denied');
      await expect(start()).rejects.toThrow('mount: permission denied');
      await expect(find()).rejects.toThrow('IMAGE_SANDBOX');
    }
    const { start, find } = open('required', 'namespaces');
    await start();
    expect(await find()).toBe('namespaces');
  });

  it('is not even tried if it is off', async () => {
    const { start, find } = createReaderSandbox('off', silent, () => Promise.reject(new Error('tried')));
    await start();
    expect(await find()).toBe('none');
  });
});
