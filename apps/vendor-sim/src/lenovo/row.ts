// The row formats of a reply. A rejected serial is a row with a code instead of a device.
import { dateText } from '../dates.ts';

/** Whether a rejected row contains its serial is unknown, so both variants are sent. */
export interface RejectedRow {
  Serial?: string;
  Code: 100 | 101;
  Message: string;
}

export type WarrantyRow = Machine | RejectedRow;

export interface Model {
  /** Group, series and subseries. */
  path: string;
  machineType: string;
}

export const LAPTOP: Model = { path: 'LAPTOPS/THINKPAD-T-SERIES/THINKPAD-T14-GEN-4', machineType: '21HM' };
export const DESKTOP: Model = { path: 'DESKTOPS/THINKCENTRE-M-SERIES/THINKCENTRE-M70Q', machineType: '11DT' };

export const MODELS: readonly [Model, ...Model[]] = [
  LAPTOP,
  { path: 'LAPTOPS/THINKPAD-X-SERIES/THINKPAD-X1-CARBON-GEN-11', machineType: '21HR' },
  { path: 'LAPTOPS/THINKPAD-L-SERIES/THINKPAD-L15-GEN-3', machineType: '21C4' },
  { path: 'LAPTOPS/THINKBOOK-SERIES/THINKBOOK-15-G4', machineType: '21DL' },
  { path: 'LAPTOPS/IDEAPAD-5-SERIES/IDEAPAD-5-15', machineType: '82SG' },
  DESKTOP,
  { path: 'WORKSTATIONS/THINKSTATION-P-SERIES/THINKSTATION-P360', machineType: '30FM' },
  { path: 'SERVERS/THINKSYSTEM/SR650-V2', machineType: '7Z73' },
];

/** How a day is formatted: as an instant, with a fraction, or without a time. */
export type DateForm = 'instant' | 'fraction' | 'date';

const SUFFIXES: Record<DateForm, string> = { instant: 'T00:00:00Z', fraction: 'T00:00:00.000Z', date: '' };

type Day = number | null;

function stamp(day: number, form: DateForm = 'instant'): string {
  return `${dateText(day)}${SUFFIXES[form]}`;
}

const LINES = {
  depot: { Name: 'Depot repair', Type: 'BASE', Delivery: 'DEPOT', Category: 'MACHINE' },
  onsite: { Name: 'Onsite repair', Type: 'UPGRADE', Delivery: 'ON_SITE', Category: 'MACHINE' },
  extended: { Name: 'Extended onsite repair', Type: 'EXTENDED', Delivery: 'ON_SITE', Category: 'MACHINE' },
  instant: { Name: 'Instant courier repair', Type: 'INSTANT', Delivery: 'COURIER', Category: 'MACHINE' },
  other: { Name: 'Service without a known type', Type: 'UNKNOWN', Delivery: 'UNKNOWN', Category: 'MACHINE' },
  battery: { Name: 'Battery replacement', Type: 'BASE', Delivery: 'CRU', Category: 'COMPONENT' },
  pen: { Name: 'Pen replacement', Type: 'UPGRADE', Delivery: 'CRU', Category: 'COMPONENT' },
};

export type LineName = keyof typeof LINES;

/** Category and delivery are not in every real row. If they are absent, the row refers to the machine. */
export function line(name: LineName, from: Day, to: Day, form?: DateForm) {
  const { Name, Type, Delivery, Category } = LINES[name];
  return {
    ID: `SIM${name.slice(0, 3).toUpperCase()}`,
    Name,
    Description: `${Name}, parts and labor`,
    Type,
    ...(Category === 'COMPONENT' ? { Delivery, Category } : {}),
    Start: from === null ? null : stamp(from, form),
    End: to === null ? null : stamp(to, form),
  };
}

/** Like `line`, with all fields of the code's definition. */
export function fullLine(name: LineName, from: Day, to: Day, form?: DateForm) {
  const { Delivery, Category } = LINES[name];
  const days = (to ?? 0) - (from ?? 0);
  return { ...line(name, from, to, form), Delivery, Category, Duration: Math.round(days / 30.4) };
}

/** `Duration` is in months. */
export type WarrantyLine = Partial<ReturnType<typeof fullLine>>;

export function contract(status: string, from: number, to: number) {
  return {
    Contract: 'SIM0040001',
    Quantity: 1,
    ItemNumber: '000010',
    ChargeCode: 'SIMCHG1',
    SLA: 'Next business day response',
    EntitlementCode: 'SIMENT1',
    Status: status,
    Start: stamp(from),
    End: stamp(to),
  };
}

export interface MachineOf {
  model?: Model;
  shipDay: number;
  today: number;
  form?: DateForm;
}

/** A machine with every field. It is in warranty while one of its lines is active. */
export function machine(serial: string, of: MachineOf, lines: WarrantyLine[]) {
  const { model = LAPTOP, shipDay, today, form } = of;
  const { path, machineType } = model;
  return {
    Serial: serial,
    Product: `${path}/${machineType}/${machineType}SIM100/${serial}`,
    InWarranty: lines.some(({ End }) => (End ?? '').slice(0, 10) >= dateText(today)),
    Purchased: stamp(shipDay + 14, form),
    Shipped: stamp(shipDay, form),
    Country: 'US',
    Warranty: lines,
  };
}

export type Machine = Partial<ReturnType<typeof machine>> & {
  Serial: string;
  Contract?: ReturnType<typeof contract>[];
};

export function notFound(serial?: string): RejectedRow {
  return { ...(serial === undefined ? {} : { Serial: serial }), Code: 100, Message: 'No such serial' };
}

export function ambiguous(serial: string): RejectedRow {
  return { Serial: serial, Code: 101, Message: 'Several machines have this serial, add the machine type' };
}
