import type { RowResult } from '@warranty/contracts/csv-enrichment';
import { noHardware, type WarrantyResult } from '@warranty/contracts/warranty';
import { statusLabels } from '@warranty/domain/status-labels';
import { coverageAt, endDateOf } from '@warranty/domain/warranty-dates';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { deviceCsv } from '../features/agents/devices/device-csv.ts';
import { unknownDevice } from '../features/agents/scans/sample-discovery.ts';
import { listCsv, rowOf } from '../features/bulk-lookup/list/list-items.ts';
import { resultColumns } from '../features/bulk-lookup/results/result-columns.tsx';
import { defaultColumns } from '../features/bulk-lookup/results/table-columns.ts';
import { announcementFor } from '../features/warranty/outcome.ts';
import { resultText } from '../shared/warranty/result-text.ts';
import { layOut } from '../shared/warranty/timeline/timeline.ts';
import { verdictFor } from '../shared/warranty/verdict.ts';
import { WarrantyDetails } from '../shared/warranty/WarrantyDetails.tsx';
import { coverageNow } from '../shared/warranty/warranty-status.ts';
import { TooltipProvider } from '../ui/overlay/Tooltip.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';

// Every place of the web app that shows days, a status or a sentence made of them, compared with the one function.

const zones = [
  'Etc/GMT+12',
  'America/Los_Angeles',
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
];

const setZone = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

const day = 86_400_000;
const middle = Date.UTC(2027, 1, 28);

interface Case {
  endsAt: string;
  now: Date;
}

/** The same numbers in every run. fast-check would take longer to make them than the places to answer. */
function createRandom(seed: number) {
  let state = seed;
  return (min: number, max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(min + (state / 2 ** 32) * (max - min));
  };
}

/** As vendors send it: a date, local midnight or 23:59:59 somewhere, or any time. The end is near `now`. */
function caseFrom(random: ReturnType<typeof createRandom>): Case {
  const now = random(middle - 800 * day, middle + 800 * day);
  const ahead = random(0, 3) > 0 ? random(-3 * day, 63 * day) : random(-900 * day, 900 * day);
  const stamp = new Date(now + ahead).toISOString();
  const forms = [stamp.slice(0, 10), `${stamp.slice(0, 19)}Z`, `${stamp.slice(0, 19)}-05:00`, stamp];
  return { endsAt: forms[random(0, forms.length)] ?? stamp, now: new Date(now) };
}

const resultWith = (endsAt: string): RowResult => ({
  ...{ modelNumber: '7XK2P93', manufacturer: 'Dell', manufacturerEvidence: '', coverKind: 'warranty' },
  // The status when it was looked up, which may be long ago.
  ...{ status: 'active', noCoverage: false, outcome: 'found', description: null, hardware: noHardware },
  ...{ startDate: '2020-01-01', endDate: endDateOf(endsAt), endsAt, serviceLevel: null, source: null },
  allEntitlements: [
    {
      ...{ entitlementType: null, startDate: '2020-01-01', endDate: endDateOf(endsAt), provider: null },
      ...{ serviceLevelDescription: null, counted: true, leftOutBecause: null },
    },
  ],
});

/** What a sentence says, as a range of days, because it drops what is left of a month. */
function daysIn(sentence: string): { left: [number, number] } | { past: [number, number] } {
  const part = (unit: string) =>
    Number(new RegExp(`(\\d+) ${unit}s?\\b(?=[^,]*(?:left|ago))`).exec(sentence)?.[1] ?? 0);
  if (/its last day/.test(sentence)) return { left: [1, 1] };
  const [years, months, days] = [part('year'), part('month'), part('day')];
  const fewest = days || 365 * years + Math.floor(30.4 * months) - 3;
  const most = days || 366 * years + 31 * months + 31;
  return /left/.test(sentence) ? { left: [fewest, most] } : { past: [fewest, most] };
}

/** Whether a sentence counts the same days. */
function isRight(sentence: string, { endsAt, now }: Case): boolean {
  const { daysRemaining, daysSinceEnd } = coverageAt(endsAt, now);
  const days = daysIn(sentence);
  const count = 'left' in days ? daysRemaining : daysSinceEnd;
  const [fewest, most] = 'left' in days ? days.left : days.past;
  return count !== null && count >= fewest && count <= most;
}

function expectFiles(result: RowResult, now: Date) {
  const { status } = coverageAt(result.endsAt, now);
  expect(listCsv([result], now).split('\r\n')[1]).toContain(`,${statusLabels[status]},`);
  const device = { ...unknownDevice, id: '1', ip: '10.0.0.1', serial: '7XK2P93', timestamp: '' };
  const answers = new Map([
    ['1', { state: 'answered' as const, result: { ...result, manufacturer: 'Dell' } }],
  ]);
  expect(deviceCsv([device], answers, now).split('\r\n')[1]).toContain(`,${status},`);
}

/** What contradicts the one function; empty if nothing does. */
function contradictions(each: Case): string[] {
  const { endsAt, now } = each;
  const { status, daysRemaining, daysSinceEnd } = coverageAt(endsAt, now);
  const result = { ...resultWith(endsAt), manufacturer: 'Dell' };
  const shown = coverageNow(result, now);
  const verdict = verdictFor(result, now);
  const { today, bars } = layOut(result.allEntitlements, now);
  const checks: [place: string, isRight: boolean][] = [
    ['the badge', shown.status === status],
    ['the days', shown.daysRemaining === daysRemaining && shown.daysSinceEnd === daysSinceEnd],
    ['a status without days', (status === 'expired') === (daysRemaining === null)],
    ['expiring', (status === 'expiring') === (daysRemaining !== null && daysRemaining <= 30)],
    [verdict, isRight(verdict, each)],
    ['the timeline', (bars[0]?.to ?? 0) > today === (status !== 'expired')],
  ];
  return checks.filter(([, right]) => !right).map(([place]) => place);
}

it('is tested in zones that differ', () => {
  const offsets = zones.map((zone) => {
    setZone(zone);
    return new Date(2027, 0, 1).getTimezoneOffset();
  });
  expect(new Set(offsets).size).toBe(zones.length);
});

it('is the same in every sentence, for 100,000 ends, times and zones', () => {
  const random = createRandom(1);
  for (const zone of zones) {
    setZone(zone);
    for (let run = 0; run < 100_000 / zones.length; run += 1) {
      const each = caseFrom(random);
      const found = contradictions(each);
      if (found.length > 0) expect.fail(`${zone} ${JSON.stringify(each)}: ${found.join()}`);
    }
  }
});

const cardOf = (result: WarrantyResult, now: Date) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <WarrantyDetails result={result} now={now} />
    </TooltipProvider>,
  );

/** The number below "Days Remaining". */
const factIn = (markup: string) => /Days Remaining.*?tabular-nums">([\d,]+)</.exec(markup)?.[1];
const cellIn = (markup: string) => /<td[^>]*>([\d,]*)<\/td><\/tr>/.exec(markup)?.[1];

const opener = { open: () => undefined, hrefOf: () => '#' };

it('is the same in texts, files, the card and the table', () => {
  const random = createRandom(2);
  for (const zone of zones) {
    setZone(zone);
    for (let run = 0; run < 50; run += 1) {
      const { endsAt, now } = caseFrom(random);
      const result = resultWith(endsAt);
      const known = { ...result, manufacturer: 'Dell' };
      const { status, daysRemaining } = coverageAt(endsAt, now);
      const days = daysRemaining?.toLocaleString('en-US');
      expectFiles(result, now);
      expect(resultText(known, 'link', now)).toContain(verdictFor(known, now));
      expect(announcementFor({ request: known, result: known, manufacturerBasis: 'known' }, now)).toContain(
        verdictFor(known, now),
      );
      expect(factIn(cardOf(known, now))).toBe(days);
      const cells = renderToStaticMarkup(
        <DataTable
          caption="Results"
          columns={resultColumns(defaultColumns, now, opener)}
          rows={[rowOf(result, 0)]}
        />,
      );
      expect(cellIn(cells)).toBe(days ?? '');
      expect(cells).toContain(statusLabels[status]);
    }
  }
});
