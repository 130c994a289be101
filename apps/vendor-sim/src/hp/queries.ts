// POST /productwarranty/v2/queries: a row for each item of the list, in a different order with each call.
import { countCall } from '../counts.ts';
import { answerData } from '../data-call.ts';
import { drifted } from '../drift.ts';
import { isObject, isSelected, retryHeader } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import { randomFor } from '../random.ts';
import { byToken } from '../token.ts';
import type { VendorState } from '../vendor.ts';
import { deviceRow } from './devices.ts';
import { fault, serverError } from './errors.ts';
import type { Faults } from './faults.ts';
import type { WarrantyRow } from './row.ts';

/** Existing clients send 5 to 50 per call. The real limit is unknown, so this one is conservative. */
const MAX_ITEMS = 10;
const RENAMES = { serviceObligationLineItemEndDate: 'serviceObligationEndDate' };

interface Item {
  serial: string;
  /** Without the country suffix; empty if none was given. */
  productNumber: string;
}

export function queriesAnswer(call: Call, state: VendorState<Faults>): Promise<Answer> {
  const items = itemsOf(call.body);
  countCall(state.counts, items?.map(({ serial }) => serial) ?? []);
  const turn = state.counts.calls;
  return answerData({
    state,
    ...byToken(call, state),
    errors: {
      unauthorized: () => fault(401, 'The access token is not valid'),
      forbidden: () => fault(403, 'The key is not entitled to this service'),
      busy: () => fault(429, 'Too many requests', retryHeader(state.faults)),
      serverError,
    },
    answer: () => rowsAnswer(items, turn, state),
  });
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

function rowsAnswer(items: Item[] | undefined, turn: number, state: VendorState<Faults>): Answer {
  if (!items || items.length === 0) return fault(400, 'The body must be a list of objects with sn');
  if (items.length > MAX_ITEMS) return fault(400, `The list takes at most ${MAX_ITEMS} items`);
  const rows = items.flatMap((item, index) => rowsOf(item, index, state));
  return json(200, randomFor(`turn ${turn}`).shuffle(rows));
}

function rowsOf({ serial, productNumber }: Item, index: number, state: VendorState<Faults>): object[] {
  const { faults, mode, clock } = state;
  if (isSelected(faults.missingSerials, serial, index)) return [];
  if (isSelected(faults.malformedSerials, serial, index)) {
    return [{ product: { serialNumber: serial }, offers: 'unavailable' }];
  }
  const { offers, ...row }: WarrantyRow = deviceRow(serial, mode, clock(), productNumber);
  return [offers ? { ...row, offers: offers.map((each) => drifted(each, RENAMES, faults)) } : row];
}
