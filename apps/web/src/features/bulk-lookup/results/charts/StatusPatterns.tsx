import type { ResultFilter } from '../../run/outcome-labels.ts';
import type { Share } from './fleet.ts';

type Drawn = Share['status'] | 'no-coverage';

/** A color, a shape on a tile of 6 by 6, and how far the tile is turned. */
const patterns: Record<Drawn, [ink: string, shape: string, degrees?: number]> = {
  active: ['active', 'M0 0h6v6h-6z'],
  expiring: ['expiring', 'M0 0h4v6h-4z', 45],
  expired: ['expired', 'M0 0h2.5v6h-2.5z', -45],
  unknown: ['unknown', 'M1.8 3a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0'],
  'no-coverage': ['unknown', 'M0 0h6v1.5h-6z'],
  failed: ['danger', 'M0 0h6v1.5h-4.5v4.5h-1.5z', 45],
  'not-processed': ['line-strong', 'M0 0h1v6h-1z'],
  skipped: ['line-strong', 'M0 0h1v6h-1z', -45],
  pending: ['line-strong', 'M0 0h2v2h-2z'],
};

/** The fill of a status, of those defined under this id on the page. */
export const patternOf = (id: string, filter: ResultFilter): string => `url(#${id}${filter})`;

/** Each status has its own pattern, so that a chart is readable without color. */
export function StatusPatterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(patterns).map(([status, [ink, shape, degrees = 0]]) => (
        <pattern
          key={status}
          id={id + status}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${degrees})`}
        >
          <rect width="6" height="6" className="fill-surface" />
          <path d={shape} fill={`var(--${ink})`} />
        </pattern>
      ))}
    </defs>
  );
}
