import { dayAt } from '../dates.ts';
import { type Change, changed, readSamples, termsAt } from '../sample-list.ts';
import * as rows from './row.ts';
import list from './samples.json' with { type: 'json' };

interface MachineOf {
  model?: 'desktop';
  shipped?: string;
  form?: rows.DateForm;
  /** A line with `full` at its end has all fields. */
  lines?: string[];
  contract?: string;
  machine?: Change;
  /** How every line differs. */
  line?: Change;
}

interface SampleOf extends MachineOf {
  unknown?: 'named' | 'unnamed';
  /** By machine type: machines that share the serial, which is ambiguous without one. */
  twins?: Record<string, MachineOf>;
}

function machineOf(of: MachineOf, today: number, serial: string): rows.Machine {
  const { shipped = '-1y', form = 'instant' } = of;
  const model = of.model === 'desktop' ? rows.DESKTOP : rows.LAPTOP;
  const lines = termsAt<rows.LineName>(today, of.lines ?? []).map(({ name, from, to, more }) =>
    changed((more[0] === 'full' ? rows.fullLine : rows.line)(name, from, to, form), of.line),
  );
  const machine = rows.machine(serial, { model, shipDay: dayAt(today, shipped), today, form }, lines);
  const contracts = termsAt(today, of.contract ? [of.contract] : []).map(({ name, from, to }) =>
    rows.contract(name, from ?? 0, to ?? 0),
  );
  return { ...changed(machine, of.machine), ...(of.contract ? { Contract: contracts } : {}) };
}

export const SAMPLES = readSamples<SampleOf, rows.WarrantyRow>(list, (of, today, serial, machineType) => {
  if (of.unknown) return rows.notFound(of.unknown === 'named' ? serial : undefined);
  if (machineType === '') return of.twins ? rows.ambiguous(serial) : machineOf(of, today, serial);
  const machines = of.twins ?? { [rows.LAPTOP.machineType]: of };
  const found = new Map(Object.entries(machines)).get(machineType);
  return found ? machineOf(found, today, serial) : rows.notFound(serial);
});
