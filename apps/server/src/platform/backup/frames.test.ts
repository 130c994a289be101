import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../../test/folder.ts';
import { createFrameWriter, type Frame, frameTypes, readFrames } from './frames.ts';

const header = Buffer.from('{}');

describe('a backup file', () => {
  it('gets its name when it is complete, and only its owner can read it', async () => {
    const folder = makeFolder();
    const path = join(folder, 'all.backup');
    const writer = await createFrameWriter(path);
    await writer.write(frameTypes.header, header);
    expect(await readdir(folder)).toEqual(['all.backup.part']);
    await writer.finish();
    expect(await readdir(folder)).toEqual(['all.backup']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const frames: Frame[] = [];
    for await (const frame of readFrames(path)) frames.push(frame);
    expect(frames).toEqual([{ type: frameTypes.header, payload: header }]);
  });

  it('does not replace a file that appeared while it was written', async () => {
    const folder = makeFolder();
    const path = join(folder, 'all.backup');
    const writer = await createFrameWriter(path);
    await writer.write(frameTypes.header, header);
    await writeFile(path, 'of another program');
    await expect(writer.finish()).rejects.toThrow(`${path} already exists. Choose another name.`);
    await writer.discard();
    expect(await readdir(folder)).toEqual(['all.backup']);
    expect(await readFile(path, 'utf8')).toBe('of another program');
  });
});
