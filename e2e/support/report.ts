import { cpus } from 'node:os';

export interface Suite {
  title: string;
  file: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: {
      status: string;
      annotations: { type: string; description?: string }[];
      results: { duration: number }[];
    }[];
  }[];
}

export interface Journey {
  /** `file › group › title` */
  name: string;
  passed: boolean;
  seconds: number;
  annotations: { type: string; description?: string }[];
}

/** The states that a test checked for accessibility. */
export const statesOf = (annotations: Journey['annotations']): string[] =>
  annotations.filter(({ type }) => type === 'state').map(({ description = '' }) => description);

/** All tests of a Playwright report, flattened. */
export function journeysOf(suite: Suite, path: string[] = []): Journey[] {
  const here = suite.title === suite.file ? [suite.file] : [...path, suite.title];
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, annotations, results }) => ({
      name: [...here, title].join(' › '),
      passed: status === 'expected',
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      annotations,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => journeysOf(inner, here))];
}

/** Returns a function that reports the share of CPU time that was idle since this call. */
export function watchIdle(): () => number {
  const read = () => {
    const times = cpus().map((cpu) => cpu.times);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return {
      idle: sum(times.map(({ idle }) => idle)),
      all: sum(times.flatMap((each) => Object.values(each))),
    };
  };
  const before = read();
  return () => {
    const after = read();
    return (after.idle - before.idle) / (after.all - before.all);
  };
}

/** Prints the slowest tests, every state that was checked for accessibility, and the failed tests. */
export function printReport(journeys: Journey[], idle: number): void {
  console.log('slowest:');
  for (const { seconds, name } of journeys.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
  const states = journeys.flatMap(({ name, annotations }) =>
    statesOf(annotations).map((state) => `${name}: ${state}`),
  );
  console.log(`states checked for accessibility: ${states.length}`);
  for (const state of states) console.log(`  ${state}`);
  console.log(`CPU idle during the journeys: ${Math.round(idle * 100)} %`);
  for (const { name, passed } of journeys) if (!passed) console.log(`failed: ${name}`);
}
