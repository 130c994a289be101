import { type Draft, fleetWorkbook, numeric, shared, style, type Trait } from './fleet-workbook.ts';
import { partTraits } from './part-traits.ts';

// A fleet of 2,000 rows as an asset manager keeps it: six vendors, dates in five forms and with German month names, damaged
// serials, line breaks in notes; as CSV in Windows-1252 with semicolons, and as a workbook.

export const trialHeaders = [
  ...[
    'Inventar-Nr.',
    'Seriennummer',
    'Hersteller',
    'Modell',
    'Garantieende',
    'Kaufdatum',
    'Preis',
    'Ort',
    'Notiz',
  ],
];
export const trialMapping = {
  modelNumber: 'Seriennummer',
  manufacturer: 'Hersteller',
  endDate: 'Garantieende',
  purchaseDate: 'Kaufdatum',
};
export const trialRowCount = 2000;

/** Serials that the simulated vendors know. */
const serialAt: Record<string, (index: number) => string> = {
  Dell: (index) => `T${pad(index, 6)}`,
  Lenovo: (index) => `PF1${pad(index, 5)}`,
  HP: (index) => `5CG10${pad(index, 5)}`,
  Cisco: (index) => `FOC1729${pad(index, 4)}`,
  Meraki: (index) => `Q2AC-${pad(index, 4)}-WXYZ`,
  Apple: (index) => `C02XL0T${pad(index, 5)}`,
};
const manufacturers = ['Dell', 'Dell', 'Dell', 'Dell', 'Lenovo', 'Lenovo', 'HP', 'HP', 'Cisco', 'Meraki'];
const spellings: Record<string, string[]> = {
  HP: ['HP', 'Hewlett-Packard', 'hp'],
  Dell: ['Dell', 'DELL', 'Dell Inc.'],
};
const months = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
];
const allMonths = [...months, 'November', 'Dezember'];
const places = ['Köln', 'München', 'Zürich', 'Düsseldorf'];

const pad = (value: number, length: number) => String(value).padStart(length, '0');

export interface TrialRow {
  cells: string[];
  manufacturer: string;
  /** What is looked up; null if the serial is missing or damaged. */
  serial: string | null;
  /** The end date in the file, as yyyy-mm-dd; null if the cell is blank. */
  end: string | null;
}

/** The vendor's end date; null if it has none. */
export type Truth = (serial: string) => string | null;

function manufacturerAt(index: number): string {
  return index % 40 === 39 ? 'Apple' : (manufacturers[index % manufacturers.length] as string);
}

/** Three of ten serials repeat. */
const deviceAt = (index: number) => (index % 10 < 3 && index > 400 ? index - 400 : index);

/** The devices of the file, each once. */
export function trialDevices(): { serial: string; manufacturer: string }[] {
  const found = new Map<string, string>();
  for (let index = 0; index < trialRowCount; index += 1) {
    const manufacturer = manufacturerAt(deviceAt(index));
    found.set(serialAt[manufacturer]?.(deviceAt(index)) ?? '', manufacturer);
  }
  return [...found].map(([serial, manufacturer]) => ({ serial, manufacturer }));
}

const damaged = ['', 'siehe Etikett', '1,23E+11', '#NV', 'n/a'];

/** A date in one of five forms. A day that could be a month is written in a form that says which it is. */
export function writtenDate(iso: string, form: number): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (form === 1) return `${day}.${month}.${year}`;
  if (form === 2 && Number(day) > 12) return `${day}/${month}/${year}`;
  if (form === 3) return `${Number(day)}. ${allMonths[Number(month) - 1]} ${year}`;
  if (form === 4) return `${Number(day)}.${Number(month)}.${year}`;
  return iso;
}

/** A third of the ends are blank, a third are the vendor's, and a third are others. */
function endAt(index: number, serial: string, truth: Truth): string | null {
  if (index % 3 === 0) return null;
  const known = truth(serial);
  return index % 3 === 1 && known
    ? known
    : `20${pad(10 + (index % 9), 2)}-${pad(1 + (index % 12), 2)}-${pad(13 + (index % 15), 2)}`;
}

const noteAt = (index: number) =>
  index % 19 === 0 ? `Zeile eins\r\nZeile "zwei"; ${index} €` : index % 7 === 0 ? 'geprüft' : '';

export function trialRows(truth: Truth): TrialRow[] {
  return Array.from({ length: trialRowCount }, (_, index) => {
    const manufacturer = manufacturerAt(deviceAt(index));
    const known = serialAt[manufacturer]?.(deviceAt(index)) ?? '';
    const isDamaged = index % 97 === 96;
    const shown = isDamaged ? (damaged[index % damaged.length] as string) : known;
    const end = endAt(index, known, truth);
    const names = spellings[manufacturer] ?? [manufacturer];
    const bought =
      index % 4 === 0
        ? ''
        : `20${pad(15 + (index % 9), 2)}-${pad(1 + (index % 12), 2)}-${pad(1 + (index % 28), 2)}`;
    return {
      cells: [
        `INV-${pad(index, 5)}`,
        index % 50 === 0 && !isDamaged ? `="${shown}"` : shown,
        ...[names[index % names.length] as string, `Modell ${index % 30}`],
        ...[end === null ? '' : writtenDate(end, index % 5), bought === '' ? '' : writtenDate(bought, 1)],
        ...[
          `${500 + (index % 900)},${pad(index % 100, 2)}`,
          places[index % places.length] as string,
          noteAt(index),
        ],
      ],
      manufacturer,
      serial: isDamaged ? null : known,
      end,
    };
  });
}

const quoted = (cell: string) => (/["\r\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** In Windows-1252, which has the euro where Latin-1 has a control character. */
export function trialCsv(rows: readonly TrialRow[]): Buffer {
  const lines = [trialHeaders, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoted).join(';'));
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`.replaceAll('€', '\u0080'), 'latin1');
  return bytes;
}

const serialOf = (iso: string) => (Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000;
const letters = [...'ABCDEFGHI'];

/** Prices are numbers, most dates are dates, and line breaks are written as Excel does. */
const trialSheet =
  (rows: readonly TrialRow[]): Trait =>
  (draft: Draft) => {
    draft.rows = [
      {
        line: 1,
        attributes: ' r="1" spans="1:9"',
        cells: trialHeaders.map((name, at) => shared(draft, `${letters[at]}1`, name, style.header)),
      },
      ...rows.map(({ cells, end }, index) => {
        const line = index + 2;
        const isDate = end !== null && index % 5 !== 3;
        const written = cells.flatMap((text, at) => {
          const ref = `${letters[at]}${line}`;
          if (text === '')
            return at === 4 && index % 2 === 0 ? [{ ref, xml: `<c r="${ref}" s="${style.german}"/>` }] : [];
          if (at === 6) return [numeric(ref, text.replace(',', '.'), style.price)];
          if (at === 4 && isDate) return [numeric(ref, serialOf(end), style.german)];
          const plain = /^="(.*)"$/.exec(text)?.[1] ?? text;
          return [shared(draft, ref, plain.replaceAll('\r', '_x000D_'), at === 1 ? style.text : 0)];
        });
        return {
          line,
          attributes: ` r="${line}" spans="1:9"${index === 12 ? ' hidden="1"' : ''}`,
          cells: written,
        };
      }),
    ];
    draft.dimension = `<dimension ref="A1:I${rows.length + 1}"/>`;
    draft.after = `<autoFilter ref="A1:I${rows.length + 1}"/>`;
  };

export const trialWorkbook = (rows: readonly TrialRow[]): Buffer =>
  fleetWorkbook([
    trialSheet(rows),
    partTraits['three sheets'] as Trait,
    partTraits['hidden sheets'] as Trait,
  ]);
