// Finds retired words and name patterns: one term per concept, in plain American English (docs/glossary.md).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, isUnder } from '../files.ts';
import type { Violation } from '../violation.ts';
import { exceptions, type VocabularyException } from './exceptions.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { errorClassTerms, nameTerms, proseTerms, type Term } from './terms.ts';

const proseFile = /\.(?:md|go|py|ps1|html|css|yml|sh)$|^\.ci\/run$/;

/** Files and folders that are not ours to change. */
const skipped = ['apps/server/migrations', 'packages/domain/corpus', 'LICENSE', 'scripts/checks/vocabulary'];

const appliesTo = (file: string) => (exception: VocabularyException) =>
  exception.path === undefined || isUnder(file, exception.path);

function check(file: string, pieces: Piece[], terms: Term[]): Violation[] {
  const allowed = exceptions.filter(appliesTo(file));
  return pieces.flatMap(({ line, text }) => {
    const rest = allowed.reduce((left, exception) => left.replaceAll(exception.text, ''), text);
    return terms.flatMap(({ rule, pattern, instead }) => {
      const [match] = pattern.exec(rest) ?? [];
      return match === undefined ? [] : [{ file, line, rule, message: `"${match}": use ${instead}.` }];
    });
  });
}

const linesOf = (text: string): Piece[] =>
  text.split('\n').map((line, index) => ({ line: index + 1, text: line }));

export async function checkVocabulary(root: string, files: string[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const file of files) {
    if (skipped.some((path) => isUnder(file, path))) continue;
    if (!isCode(file) && !proseFile.test(file)) continue;
    const text = await readFile(join(root, file), 'utf8');
    if (!isCode(file)) {
      violations.push(...check(file, linesOf(text), proseTerms));
      continue;
    }
    const { prose, names, errorClasses } = piecesOf(file, text);
    violations.push(...check(file, prose, proseTerms));
    violations.push(...check(file, names, nameTerms));
    violations.push(...check(file, errorClasses, errorClassTerms));
  }
  return violations;
}
