/**
 * A generated file of devices. Every row is computed from its number, so the file is reproducible and never held in memory.
 */
export interface Fleet {
  rows: number;
  header: readonly string[];
  /** The row with this index; 0 is the first row below the header. */
  cells(at: number): string[];
  serial(at: number): string;
  isLookedUp(at: number): boolean;
  lookupRows: number;
  /** Number of distinct serials that are looked up. */
  lookupSerials: number;
  /** The file as text, in chunks. */
  chunks(): Generator<string>;
}

export interface FleetOptions {
  rows: number;
  /** How many of ten devices are Dell's. */
  dellOfTen?: number;
  /** How many of ten rows repeat a device from an earlier row. */
  repeatedOfTen?: number;
  /** First letter of the Dell serials; another letter gives another fleet. */
  letter?: string;
  /** Number of the first device; a fleet that begins after the last device of another one has other serials. */
  firstDevice?: number;
}

export const fleetHeader = [
  'Asset',
  'Serial Number',
  'Manufacturer',
  'Model',
  'Location',
  'Purchase Date',
  'Notes',
  'Status',
] as const;
export const purchaseDateAt = fleetHeader.indexOf('Purchase Date');
export const fleetMapping = {
  modelNumber: 'Serial Number',
  manufacturer: 'Manufacturer',
  purchaseDate: 'Purchase Date',
};

const batchBytes = 64 * 1024;
/** One of eight cells is quoted in these rows: 5 % of all cells. */
const quotedRowsOfTen = 4;
const locations = ['Berlin', 'Lyon', 'São Paulo', 'Kraków', 'Leeds', 'Osaka', 'Austin'];
const others = [
  { name: 'Lenovo', model: 'ThinkPad T14', serialStart: 'PF' },
  { name: 'HP', model: 'EliteBook 840 G9', serialStart: '5CG0' },
];
const serials = 36 ** 6;

/** A deterministic hash with a good spread. */
function hash(seed: number, value: number): number {
  let mixed = Math.imul(value + seed * 0x9e3779b1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** A permutation of all serials, so that none repeats. */
const serialEnd = (device: number) =>
  ((device * 1_300_000_003) % serials).toString(36).toUpperCase().padStart(6, '0');

export function createFleet({
  rows,
  dellOfTen = 6,
  repeatedOfTen = 3,
  letter = 'B',
  firstDevice = 0,
}: FleetOptions): Fleet {
  const newOfTen = 10 - repeatedOfTen;
  const devices = Math.floor(rows / 10) * newOfTen + Math.min(rows % 10, newOfTen);
  const isDell = (device: number) => hash(1, device) % 10 < dellOfTen;

  function deviceOf(at: number): number {
    const [block, place] = [Math.floor(at / 10), at % 10];
    return place < newOfTen ? block * newOfTen + place : hash(2, at) % ((block + 1) * newOfTen);
  }

  function serialOf(device: number): string {
    const end = serialEnd(firstDevice + device);
    if (isDell(device)) return letter + end;
    // Without I and O, which these manufacturers do not print: letters with them may be a word.
    return pick(others, hash(3, device)).serialStart + end.replaceAll('I', '1').replaceAll('O', '0');
  }

  function cells(at: number): string[] {
    const device = deviceOf(at);
    const chance = hash(4, at);
    const other = pick(others, hash(3, device));
    const dell = { name: pick(['Dell', 'Dell Inc.'], hash(5, device)), model: 'Latitude 5440' };
    const { name, model } = isDell(device) ? dell : other;
    return [
      `A${String(at + 1).padStart(7, '0')}`,
      serialOf(device),
      name,
      model,
      pick(locations, chance),
      chance % 3 === 0 ? `2023-0${1 + (chance % 9)}-1${chance % 10}` : '',
      notes(at, chance),
      pick(['in use', 'in stock', ''], chance),
    ];
  }

  function countLookups(count: number, isLookedUp: (at: number) => boolean): number {
    let asked = 0;
    for (let index = 0; index < count; index += 1) if (isLookedUp(index)) asked += 1;
    return asked;
  }

  const isLookedUp = (at: number) => isDell(deviceOf(at));
  return {
    rows,
    header: fleetHeader,
    cells,
    serial: (at) => serialOf(deviceOf(at)),
    isLookedUp,
    lookupRows: countLookups(rows, isLookedUp),
    lookupSerials: countLookups(devices, isDell),
    *chunks() {
      let piece = csvLine(fleetHeader);
      for (let index = 0; index < rows; index += 1) {
        piece += csvLine(cells(index));
        if (piece.length < batchBytes) continue;
        yield piece;
        piece = '';
      }
      if (piece) yield piece;
    },
  };
}

function notes(at: number, chance: number): string {
  if (chance % 10 >= quotedRowsOfTen) return `note ${at}`;
  return chance % 100 === 0 ? `first line ${at}\nsecond, "quoted" line` : `a, "b" and ${at}`;
}

function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\n`;
}
