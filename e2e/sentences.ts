import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Journey } from './report.ts';

interface Entry {
  sentence: string;
  /** `file.spec.ts › group › title` of the test that asserts it as rendered text. */
  test: string;
}

/** Sentences listed in e2e/sentences.json that the tests did not assert, and asserted sentences that are not listed. */
export async function missingSentences(root: string, journeys: Journey[]): Promise<string[]> {
  const entries = JSON.parse(await readFile(join(root, 'e2e/sentences.json'), 'utf8')) as Entry[];
  const shown = new Map(
    journeys.map(({ name, passed, annotations }) => [
      name,
      new Set(
        passed
          ? annotations.filter(({ type }) => type === 'sentence').map(({ description = '' }) => description)
          : [],
      ),
    ]),
  );
  const absent = entries
    .filter(({ sentence, test }) => !shown.get(test)?.has(sentence))
    .map(({ sentence, test }) => `e2e/sentences.json: "${sentence}" was not checked by ${test}`);
  const listed = new Set(entries.map(({ sentence, test }) => `${test}\n${sentence}`));
  const unlisted = [...shown].flatMap(([test, sentences]) =>
    [...sentences]
      .filter((sentence) => !listed.has(`${test}\n${sentence}`))
      .map((sentence) => `e2e/sentences.json: has no entry for "${sentence}", which ${test} checks`),
  );
  return [...absent, ...unlisted];
}
