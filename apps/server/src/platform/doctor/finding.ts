export type Level = 'ok' | 'warning' | 'problem';

/** One line of the result. */
export interface Finding {
  level: Level;
  name: string;
  text: string;
}

/** The first condition that holds decides. Without one, all is well. */
export function judge(name: string, text: string, isProblem = false, isWarning = false): Finding {
  const level = isProblem ? 'problem' : isWarning ? 'warning' : 'ok';
  return { level, name, text };
}

export function formatFindings(findings: readonly Finding[]): string {
  return findings.map(({ level, name, text }) => `${level.padEnd(8)} ${name.padEnd(12)} ${text}\n`).join('');
}
