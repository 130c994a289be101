import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';

const folder = join(import.meta.dirname, 'cases');

const isFault = (exported: unknown): exported is Fault =>
  typeof exported === 'object' && exported !== null && 'number' in exported && 'run' in exported;

const modules = await Promise.all(
  readdirSync(folder).map((file): Promise<Record<string, unknown>> => import(join(folder, file))),
);

/** What the files of the folder export, by number. */
export const cases: Fault[] = modules
  .flatMap((exports) => Object.values(exports).filter(isFault))
  .toSorted((a, b) => a.number - b.number);
