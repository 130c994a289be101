import type { ResultFilter } from '../../run/outcome-labels.ts';
import type { Share } from './fleet.ts';

const inks: Record<Share['status'], string> = {
  active: 'var(--active)',
  expiring: 'var(--expiring)',
  expired: 'var(--expired)',
  unknown: 'var(--unknown)',
  failed: 'var(--danger)',
  'not-processed': 'var(--line-strong)',
  skipped: 'var(--line-strong)',
  pending: 'var(--line-strong)',
};

/** The fill of a status, of those defined under this id on the page. */
export const patternOf = (id: string, filter: ResultFilter): string => `url(#${id}${filter})`;

/** Each status has its own pattern, so that a chart is readable without color. */
export function StatusPatterns({ id }: { id: string }) {
  const tile = { width: 6, height: 6, patternUnits: 'userSpaceOnUse' };
  return (
    <defs>
      <pattern id={`${id}active`} {...tile}>
        <rect width="6" height="6" fill={inks.active} />
      </pattern>
      <pattern id={`${id}expiring`} {...tile} patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="4" height="6" fill={inks.expiring} />
      </pattern>
      <pattern id={`${id}expired`} {...tile} patternTransform="rotate(-45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="2.5" height="6" fill={inks.expired} />
      </pattern>
      <pattern id={`${id}unknown`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <circle cx="3" cy="3" r="1.2" fill={inks.unknown} />
      </pattern>
      <pattern id={`${id}failed`} {...tile} patternTransform="rotate(45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="6" height="1.5" fill={inks.failed} />
        <rect width="1.5" height="6" fill={inks.failed} />
      </pattern>
      <pattern id={`${id}not-processed`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="1" height="6" fill={inks['not-processed']} />
      </pattern>
      <pattern id={`${id}skipped`} {...tile} patternTransform="rotate(-45)">
        <rect width="6" height="6" className="fill-surface" />
        <rect width="1" height="6" fill={inks.skipped} />
      </pattern>
      <pattern id={`${id}pending`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="2" height="2" fill={inks.pending} />
      </pattern>
      <pattern id={`${id}no-coverage`} {...tile}>
        <rect width="6" height="6" className="fill-surface" />
        <rect width="6" height="1.5" fill={inks.unknown} />
      </pattern>
    </defs>
  );
}
