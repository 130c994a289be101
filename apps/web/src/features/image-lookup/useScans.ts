import { useState } from 'react';
import { playScanFeedback } from './scan-feedback.ts';
import { addScan, type Scan, storedScans, storeScans } from './scan-list.ts';

/** The tags collected so far and the outcome of the last scan. */
export function useScans() {
  const [list, setList] = useState(storedScans);
  const [last, setLast] = useState<Scan | null>(null);
  const keep = (next: string[]) => {
    storeScans(next);
    setList(next);
  };
  return {
    list,
    last,
    add: (text: string) => {
      const scan = addScan(list, text);
      // A label that stays in view is read again in every frame.
      if (scan.kind === 'known' && last?.kind !== 'refused' && last?.serial === scan.serial) return;
      setLast(scan);
      if (scan.kind !== 'added') return;
      keep(scan.list);
      playScanFeedback();
    },
    remove: (serial: string) => {
      setLast(null);
      keep(list.filter((one) => one !== serial));
    },
    clear: () => {
      setLast(null);
      keep([]);
    },
  };
}
