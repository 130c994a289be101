import { useQuery } from '@tanstack/react-query';
import type { DiscoverySummary } from '@warranty/contracts/agents';
import { useEffect, useState } from 'react';
import { invalidateDiscoveries, readSessions } from '../scans/use-discoveries.ts';
import { rereadSecrets } from './use-agent-secrets.ts';

const pollMs = 5000;
const slowPollMs = 15_000;
/** A scan of a large network takes minutes. After that, something is probably wrong. */
const lateAfterMs = 3 * 60_000;

/**
 * The first scan that arrives while the page is open. Asks only while the page is visible, and stops when it is there. `since`
 * is when the secret of this page was created, by the clock of the server.
 */
export function useFirstScan(isWaiting: boolean, since: string | undefined) {
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const [scan, setScan] = useState<DiscoverySummary | null>(null);
  const [isLate, setLate] = useState(false);
  const isOpen = isWaiting && scan === null;
  const { data, isError } = useQuery({
    queryKey: ['first-scan'],
    queryFn: () => readSessions(),
    gcTime: 0,
    refetchOnMount: 'always',
    refetchInterval: isOpen && (isLate ? slowPollMs : pollMs),
  });
  if (data && known === null) setKnown(new Set(data.map(({ id }) => id)));
  if (data && isOpen) {
    const arrived = data.find(
      ({ id, receivedAt }) =>
        (known !== null && !known.has(id)) ||
        (since !== undefined && Date.parse(receivedAt) > Date.parse(since)),
    );
    if (arrived) setScan(arrived);
  }

  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [isOpen]);

  useEffect(() => {
    if (scan === null) return;
    invalidateDiscoveries();
    rereadSecrets();
  }, [scan]);

  return { scan, isLate, isUnreachable: isOpen && isError };
}

export type FirstScanState = ReturnType<typeof useFirstScan>;
