import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journey } from './report.ts';

/** The sentences of the specification that the tests asserted as rendered text. */
const assertedBy = (journeys: readonly Journey[]): Set<string> =>
  new Set(
    journeys
      .filter(({ passed }) => passed)
      .flatMap(({ annotations }) => annotations)
      .filter(({ type }) => type === 'sentence')
      .map(({ description = '' }) => description),
  );

/** Sentences listed in e2e/sentences.json (by page) that no test asserted, and asserted sentences that are not listed. */
export async function missingSentences(root: string, journeys: readonly Journey[]): Promise<string[]> {
  const pages = JSON.parse(await readFile(join(root, 'e2e/sentences.json'), 'utf8')) as Record<
    string,
    string[]
  >;
  const listed = new Set(Object.values(pages).flat());
  const asserted = assertedBy(journeys);
  return [
    ...[...listed.difference(asserted)].map((text) => `e2e/sentences.json: no test checked "${text}"`),
    ...[...asserted.difference(listed)].map((text) => `e2e/sentences.json: has no entry for "${text}"`),
  ];
}
