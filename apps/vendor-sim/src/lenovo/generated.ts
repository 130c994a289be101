// Generates a machine for any serial, from only the serial and the day.

import { pickCoverageSpan, pickCoverageState, type Span } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import {
  contract,
  type DateForm,
  fullLine,
  line,
  type Machine,
  MODELS,
  machine,
  notFound,
  type WarrantyLine,
  type WarrantyRow,
} from './row.ts';

const FORMS: readonly [DateForm, ...DateForm[]] = ['instant', 'instant', 'instant', 'fraction', 'date'];

export function generatedRow(serial: string, today: number, machineType: string): WarrantyRow {
  const random = randomFor(serial);
  const fate = pickCoverageState(random, serial.startsWith('SMP'));
  if (fate === 'unknown') return random.chance(0.5) ? notFound(serial) : notFound();
  const model = random.pick(MODELS);
  if (machineType !== '' && machineType !== model.machineType) return notFound(serial);
  const span = pickCoverageSpan(random, fate, today);
  const form = random.pick(FORMS);
  const lines = fate === 'no-cover' ? [] : drawLines(random, span, form);
  const device = machine(serial, { model, shipDay: span.from - 10, today, form }, lines);
  return fate === 'no-cover' ? device : varied(random, device, span, today);
}

function drawLines(random: Random, { from, to, years }: Span, form: DateForm): WarrantyLine[] {
  const make = random.chance(0.5) ? line : fullLine;
  const main = random.pick(['onsite', 'extended', 'instant']);
  const list =
    years === 1
      ? [make('depot', from, to, form)]
      : [make('depot', from, addYears(from, 1), form), make(main, from, to, form)];
  if (random.chance(0.3)) list.push(make('battery', from, addYears(from, random.int(1, 9)), form));
  return random.shuffle(list);
}

/** A contract that counts ends on the same day as the warranty lines, so that it does not change the status. */
function varied(random: Random, device: Machine, { from, to }: Span, today: number): Machine {
  const { Purchased: _, ...unregistered } = device;
  const row: Machine = random.chance(0.2) ? unregistered : device;
  const share = random.next();
  if (share < 0.1) return { ...row, Contract: [contract(to < today ? 'Expired' : 'Active', from, to)] };
  if (share < 0.2) return { ...row, Contract: [contract('Cancelled', from, addYears(to, 3))] };
  return row;
}
