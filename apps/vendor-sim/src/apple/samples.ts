import { dayAt } from '../dates.ts';
import { type Change, changed, readSamples, termsAt } from '../sample-list.ts';
import { type Coverage, coverFor, type Plan } from './coverage.ts';
import { type Device, device, IPAD, IPHONE, MACBOOK } from './device.ts';
import list from './samples.json' with { type: 'json' };

const MODELS = { Mac: MACBOOK, iPad: IPAD, iPhone: IPHONE };

interface SampleOf {
  unknown?: true;
  model?: keyof typeof MODELS;
  ordered?: string;
  released?: string;
  /** Added on the day of the order. */
  isAddedByHand?: true;
  /** A third date is the day of the cancellation. */
  coverage?: string[];
  /** How the attributes of every coverage differ. */
  row?: Change;
  attributes?: Change;
}

function coverageAt(today: number, serial: string, of: SampleOf): Coverage[] {
  const cover = coverFor(serial, today);
  return termsAt<Plan>(today, of.coverage ?? []).map(({ name, from, to, more: [canceled] }) => {
    const row = cover(name, { from, to, ...(canceled ? { canceledOn: dayAt(today, canceled) } : {}) });
    return { ...row, attributes: changed(row.attributes, of.row) };
  });
}

export const SAMPLES = readSamples<SampleOf, Device | undefined>(list, (of, today, serial) => {
  if (of.unknown) return undefined;
  const ordered = dayAt(today, of.ordered ?? '-2y');
  return device(serial, today, {
    ordered,
    model: MODELS[of.model ?? 'Mac'],
    coverage: coverageAt(today, serial, of),
    change: of.attributes ?? {},
    ...(of.released ? { released: dayAt(today, of.released) } : {}),
    ...(of.isAddedByHand ? { source: 'MANUALLY_ADDED', added: ordered } : {}),
  });
});
