import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const pack = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** The minimum share a compressed file must save. Fonts and photos are already compressed by their own format. */
const minSaved = 0.1;

/**
 * Writes `x.br` and `x.gz` next to every built file that gets smaller. The server sends them instead of the original. Pictures
 * never get smaller, and trying it takes seconds.
 */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile() && !/\.(br|gz|webp)$/.test(each.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  await Promise.all(files.map(packFile));
}

async function packFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  for (const [ending, compress] of Object.entries(pack)) {
    const packed = await compress(bytes);
    if (packed.length <= bytes.length * (1 - minSaved)) await writeFile(`${file}.${ending}`, packed);
    else await rm(`${file}.${ending}`, { force: true });
  }
}
