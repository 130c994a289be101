import { CsvError } from '../src/csv/csv-error.ts';
import { type ColumnProfile, createProfiler } from '../src/csv/profile.ts';

export function profilesOf(width: number, rows: Iterable<readonly string[]>): ColumnProfile[] {
  const profiler = createProfiler(width);
  for (const cells of rows) profiler.add(cells);
  return profiler.profiles();
}

/** Why a file is refused; null if it is read. */
export function refusalOf(read: () => unknown): Pick<CsvError, 'code' | 'line' | 'message'> | null {
  try {
    read();
  } catch (error) {
    if (error instanceof CsvError) return { code: error.code, line: error.line, message: error.message };
    throw error;
  }
  return null;
}
