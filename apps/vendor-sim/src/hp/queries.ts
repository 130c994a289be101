// POST /productwarranty/v2/queries: a row for each item of the list, in a different order with each call.
import { drifted } from '../drift.ts';
import { isObject, isSelected } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import { randomFor } from '../random.ts';
import type { Route, VendorState } from '../vendor.ts';
import { deviceRow } from './devices.ts';
import { fault } from './errors.ts';
import type { WarrantyRow } from './row.ts';

/** Existing clients send 5 to 50 per call. The real limit is unknown, so this one is conservative. */
const MAX_ITEMS = 10;
const RENAMES = { serviceObligationLineItemEndDate: 'serviceObligationEndDate' };

interface Item {
  serial: string;
  /** Without the country suffix; empty if none was given. */
  productNumber: string;
}

export function queriesRoute(call: Call, state: VendorState): Route {
  const items = itemsOf(call.body);
  return {
    allow: 'POST',
    serials: () => items?.map(({ serial }) => serial) ?? [],
    answer: (turn) => rowsAnswer(items, turn, state),
  };
}

/** Undefined if the body is not a list of items. */
function itemsOf(body: string): Item[] | undefined {
  try {
    const list: unknown = JSON.parse(body);
    const items = Array.isArray(list) ? list.map(itemOf) : [undefined];
    return items.every((item) => item !== undefined) ? items : undefined;
  } catch {
    return undefined;
  }
}

function itemOf(item: unknown): Item | undefined {
  if (!isObject(item)) return undefined;
  const { sn, pn = '', cc = '' } = item;
  if (typeof sn !== 'string' || typeof pn !== 'string' || typeof cc !== 'string') return undefined;
  const serial = sn.trim().toUpperCase();
  return serial === '' ? undefined : { serial, productNumber: pn.toUpperCase().replace(/#.*$/, '') };
}

function rowsAnswer(items: Item[] | undefined, turn: number, state: VendorState): Answer {
  if (!items || items.length === 0) return fault(400, 'The body must be a list of objects with sn');
  if (items.length > MAX_ITEMS) return fault(400, `The list takes at most ${MAX_ITEMS} items`);
  const rows = items.flatMap((item, index) => rowsOf(item, index, state));
  return json(200, randomFor(`turn ${turn}`).shuffle(rows));
}

function rowsOf({ serial, productNumber }: Item, index: number, state: VendorState): object[] {
  const { faults, mode, clock } = state;
  if (isSelected(faults.missingSerials, serial, index)) return [];
  if (isSelected(faults.malformedSerials, serial, index)) {
    return [{ product: { serialNumber: serial }, offers: 'unavailable' }];
  }
  const { offers, ...row }: WarrantyRow = deviceRow(serial, mode, clock(), productNumber);
  return [offers ? { ...row, offers: offers.map((each) => drifted(each, RENAMES, faults)) } : row];
}
