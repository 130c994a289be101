import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Entry {
  sentence: string;
  /** `file.spec.ts › group › title` of the test that demands it as rendered text. */
  test: string;
}

interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { status: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

/** `file › group › title` of every test that passed, with the sentences it demanded. */
function demanded(suite: Suite, path: string[] = []): Map<string, Set<string>> {
  const here = suite.title === suite.file ? [suite.file] : [...path, suite.title];
  const found = new Map<string, Set<string>>();
  for (const { title, tests } of suite.specs) {
    const notes = tests
      .filter(({ status }) => status === 'expected')
      .flatMap(({ annotations }) => annotations);
    const sentences = notes
      .filter(({ type }) => type === 'sentence')
      .map(({ description = '' }) => description);
    found.set([...here, title].join(' › '), new Set(sentences));
  }
  for (const inner of suite.suites ?? [])
    for (const [name, sentences] of demanded(inner, here)) found.set(name, sentences);
  return found;
}

/** What docs/sentences.json promises and the last run did not show, and what it showed without a promise. */
export async function missingSentences(root: string): Promise<string[]> {
  const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));
  const entries = (await read('docs/sentences.json')) as Entry[];
  const report = (await read('.cache/playwright.json')) as { suites: Suite[] };
  const shown = new Map(report.suites.flatMap((suite) => [...demanded(suite)]));
  const absent = entries
    .filter(({ sentence, test }) => !shown.get(test)?.has(sentence))
    .map(({ sentence, test }) => `docs/sentences.json: "${sentence}" was not demanded by ${test}`);
  const listed = new Set(entries.map(({ sentence, test }) => `${test}\n${sentence}`));
  const unlisted = [...shown].flatMap(([test, sentences]) =>
    [...sentences]
      .filter((sentence) => !listed.has(`${test}\n${sentence}`))
      .map((sentence) => `docs/sentences.json: has no entry for "${sentence}", which ${test} demands`),
  );
  return [...absent, ...unlisted];
}
