// Imports between server features must not form a cycle.
import type { Violation } from './violation.ts';

export const CYCLE_RULE = 'server-feature-cycle';

export interface FeatureEdge {
  from: string;
  to: string;
  file: string;
  line: number;
}

/** The shortest path from `start` back to `start`, or undefined. */
function cycleFrom(start: string, edges: FeatureEdge[]): FeatureEdge[] | undefined {
  const seen = new Set<string>();
  let ways = edges.filter((edge) => edge.from === start).map((edge) => [edge]);
  while (ways.length > 0) {
    const next: FeatureEdge[][] = [];
    for (const way of ways) {
      const end = way.at(-1)?.to ?? '';
      if (end === start) return way;
      if (seen.has(end)) continue;
      seen.add(end);
      next.push(...edges.filter((edge) => edge.from === end).map((edge) => [...way, edge]));
    }
    ways = next;
  }
  return undefined;
}

export function findCycles(edges: FeatureEdge[]): Violation[] {
  const violations: Violation[] = [];
  const reported = new Set<string>();
  for (const start of [...new Set(edges.map((edge) => edge.from))].sort()) {
    if (reported.has(start)) continue;
    const way = cycleFrom(start, edges);
    const first = way?.[0];
    if (!way || !first) continue;
    for (const edge of way) reported.add(edge.from);
    const names = [start, ...way.map((edge) => edge.to)].join(' -> ');
    const message = `features import each other: ${names}; move the shared part to platform, domain or one of them.`;
    violations.push({ file: first.file, line: first.line, rule: CYCLE_RULE, message });
  }
  return violations;
}
