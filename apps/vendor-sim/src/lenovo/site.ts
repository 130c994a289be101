// The call that the pages of Lenovo's support site make: no key, the country and language in the path, and status 200 even
// for an unknown serial.
import { isObject, isSelected } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import type { Route, VendorState } from '../vendor.ts';
import { deviceRow } from './devices.ts';
import type { Machine, WarrantyLine } from './row.ts';

const PATH = /^\/[a-z]{2}\/[a-z]{2}\/api\/v4\/upsell\/redport\/getIbaseInfo$/;

export const isSitePath = (path: string) => PATH.test(path);

function reply(status: number, code: number, desc: string, data: object | null, headers = {}): Answer {
  const head = { code, costMillis: 41, requestId: 'sim-req-1', responseHost: 'sim' };
  return json(status, { ...head, msg: { desc, value: null }, data }, headers);
}

const TEXTS: Record<number, string> = { 401: 'Not allowed', 403: 'Access denied' };

export function siteRoute(call: Call, state: VendorState): Route {
  const serial = serialOf(call.body);
  return {
    allow: 'POST',
    serials: () => (serial === '' ? [] : [serial]),
    isAuthorized: () => true,
    error: (status, text, headers) => reply(status, status, TEXTS[status] ?? text, null, headers),
    answer: () => machineAnswer(serial, state),
  };
}

/** The property name in the body is case-sensitive. */
function serialOf(body: string): string {
  try {
    const fields: unknown = JSON.parse(body);
    const serial = isObject(fields) ? fields.serialNumber : undefined;
    return typeof serial === 'string' ? serial.trim().toUpperCase() : '';
  } catch {
    return '';
  }
}

function machineAnswer(serial: string, { faults, mode, clock }: VendorState): Answer {
  if (serial === '') return reply(200, 400, 'serialNumber is missing', null);
  const row = deviceRow(serial, mode, clock());
  if ('Code' in row || isSelected(faults.missingSerials, serial, 0)) {
    return reply(200, 100, 'The serial number was not found', null);
  }
  return reply(200, 0, 'Success', siteMachine(row));
}

const dayPart = (stamp: string | null | undefined) => stamp?.slice(0, 10) ?? null;

function siteMachine({
  Serial,
  Product = '',
  InWarranty = false,
  Purchased,
  Shipped,
  Warranty = [],
}: Machine) {
  const [group = null, series = null, subseries = null, type = null, product = null] = Product.split('/');
  const ofType = (isBase: boolean) =>
    Warranty.filter(({ Type }) => (Type === 'BASE') === isBase).map(siteLine);
  return {
    machineInfo: {
      serial: Serial,
      product,
      type,
      productName: subseries,
      series,
      group,
      shipDate: dayPart(Shipped),
      popDate: dayPart(Purchased),
      shipToCountry: 'US',
      status: 'S',
      tablet: false,
    },
    baseWarranties: ofType(true),
    upgradeWarranties: ofType(false),
    contractWarranties: [],
    currentWarranty: null,
    warrantyStatus: InWarranty ? 'In warranty' : 'Out of warranty',
    hasActiveContract: false,
    oow: !InWarranty,
  };
}

function siteLine(line: WarrantyLine) {
  const { ID, Name, Description, Type, Delivery, Category = 'MACHINE', Duration, Start, End } = line;
  return {
    sdf: ID ?? null,
    type: Type ?? null,
    category: Category,
    deliveryType: Delivery?.toLowerCase() ?? null,
    duration: Duration ?? null,
    name: Name ?? null,
    description: Description ?? null,
    startDate: dayPart(Start),
    endDate: dayPart(End),
    level: Type === 'BASE' ? 'base' : 'upgrade',
  };
}
