import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { createStoredList } from '../../lib/stored-list.ts';
import { toastWithUndo } from '../../ui/undo-toast.ts';
import { playScanFeedback } from './scan-feedback.ts';
import { addScan, maxScans, type Scan } from './scan-list.ts';

/** Stored for this tab: without it, a reload could lose an hour of scanning. */
const scans = createStoredList({
  key: 'scan-list',
  storage: 'session',
  maxItems: maxScans,
  isItem: (value): value is string => typeof value === 'string',
  newest: 'last',
});

/** The tags collected so far and the outcome of the last scan. */
export function useScans() {
  const list = scans.useItems();
  const [last, setLast] = useState<Scan | null>(null);
  const remove = (title: string, isRemoved: (serial: string) => boolean) => {
    setLast(null);
    toastWithUndo({ title, undo: scans.remove(isRemoved) });
  };
  return {
    list,
    last,
    add: (text: string) => {
      // Not `list`: several scans can arrive before the page renders again.
      const scan = addScan(scans.current(), text);
      // A label that stays in view is read again in every frame.
      if (scan.kind === 'known' && last?.kind !== 'refused' && last?.serial === scan.serial) return;
      setLast(scan);
      if (scan.kind !== 'added') return;
      scans.change(scan.list);
      playScanFeedback();
    },
    remove: (serial: string) => remove(`${serial} removed`, (one) => one === serial),
    clear: () => remove(`${formatCount(list.length, 'device')} removed`, () => true),
  };
}
