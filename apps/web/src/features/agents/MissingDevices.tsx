import { formatCount } from '../../lib/format-number.ts';
import { Details } from '../../ui/Details.tsx';
import type { Discovery } from './use-discoveries.ts';

type Previous = NonNullable<Discovery['previous']>;

/** Devices that the previous scan found and this one did not. */
export function MissingDevices({ previous }: { previous: Previous }) {
  return (
    <Details summary={`${formatCount(previous.gone.length, 'device')} missing since the previous scan`}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {previous.gone.map(({ id, ip, hostname, mac, serial }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 px-5 py-2 text-sm">
            <span className="font-mono">{ip}</span>
            {hostname && <span className="wrap-anywhere">{hostname}</span>}
            {mac && <span className="font-mono text-ink-2">{mac}</span>}
            {serial && <span className="wrap-anywhere font-mono">{serial}</span>}
          </li>
        ))}
      </ul>
    </Details>
  );
}
