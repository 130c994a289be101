/** Where a request for one owner reached rows of another. */
export interface Finding {
  owner: string;
  problem: string;
  statement: string;
}

let findings: Finding[] = [];

export function report(finding: Finding): void {
  findings.push({ ...finding, statement: finding.statement.replace(/\s+/g, ' ').trim() });
}

/** What was found since the last call. */
export function takeFindings(): Finding[] {
  const found = findings;
  findings = [];
  return found;
}

/** The same statement is listed once, with its number. */
export function describeFindings(found: readonly Finding[]): string {
  const lines = found.map(({ problem, statement }) => `${problem}\n    ${statement}`);
  const counted = [...new Set(lines)].map(
    (line) => `- ${lines.filter((other) => other === line).length} x ${line}`,
  );
  return `Requests reached rows of other owners:\n${counted.join('\n')}`;
}
