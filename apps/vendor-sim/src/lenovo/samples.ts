// The listed serials: one for every case that a client must handle, with dates relative to the clock.
import { endingSamples, offered, type Sample, sample } from '../catalog.ts';
import { addYears } from '../dates.ts';
import {
  ambiguous,
  type ContractLine,
  contract,
  type DateForm,
  DESKTOP,
  fullLine,
  LAPTOP,
  line,
  type Machine,
  machine,
  notFound,
  type WarrantyLine,
  type WarrantyRow,
} from './row.ts';

type Make = (today: number, serial: string) => Machine;

function withLines(list: (today: number) => WarrantyLine[], form?: DateForm): Make {
  return (today, serial) =>
    machine(serial, { shipDay: addYears(today, -1), today, ...(form ? { form } : {}) }, list(today));
}

/** Three years of base coverage up to a day. */
function endingOn(dayOfEnd: (today: number) => number, form?: DateForm): Make {
  return withLines((today) => {
    const to = dayOfEnd(today);
    return [line('depot', addYears(to, -3), to, form)];
  }, form);
}

/** Coverage that ended a year ago, along with contracts. */
function withContracts(list: (today: number) => ContractLine[]): Make {
  const expired = endingOn((today) => addYears(today, -1));
  return (today, serial) => ({ ...expired(today, serial), Contract: list(today) });
}

const STATUS_SAMPLES: Sample<WarrantyRow>[] = [
  offered(
    'SIMACTV1',
    'active',
    'Active, ends in 2 years',
    withLines((today) => [
      line('depot', addYears(today, -1), today - 1),
      fullLine('onsite', addYears(today, -1), addYears(today, 2)),
    ]),
  ),
  ...endingSamples((name) => `SIM${name}1`, endingOn),
  sample(
    'SIMNONE1',
    'empty-warranty',
    'Known to Lenovo, no coverage on record',
    withLines(() => []),
  ),
  sample('SIMNLST1', 'no-warranty-list', 'Known to Lenovo, no coverage list', (today, serial) => {
    const { Warranty: _, ...rest } = machine(serial, { shipDay: addYears(today, -5), today }, []);
    return rest;
  }),
];

const LINE_SAMPLES: Sample<WarrantyRow>[] = [
  offered(
    'SIMCNTR1',
    'contract-active',
    'Warranty expired, contract still active',
    withContracts((today) => [contract('Active', addYears(today, -1), addYears(today, 1))]),
  ),
  sample(
    'SIMCNTR2',
    'contract-expired',
    'Warranty and contract expired',
    withContracts((today) => [contract('Expired', addYears(today, -2), today - 100)]),
  ),
  sample(
    'SIMCNTR3',
    'contract-cancelled',
    'Warranty expired, contract cancelled before its end',
    withContracts((today) => [contract('Cancelled', addYears(today, -2), addYears(today, 2))]),
  ),
  sample(
    'SIMPART1',
    'component-outlives-machine',
    'Machine expired, its battery is covered',
    withLines((today) => [
      fullLine('depot', addYears(today, -3), today - 60),
      fullLine('battery', addYears(today, -3), addYears(today, 1)),
      line('pen', addYears(today, -3), addYears(today, 2)),
    ]),
  ),
  sample(
    'SIMPART2',
    'only-components',
    'Component coverage only',
    withLines((today) => [
      line('battery', addYears(today, -1), addYears(today, 1)),
      line('pen', addYears(today, -1), addYears(today, 2)),
    ]),
  ),
  sample(
    'SIMTYPES',
    'all-types',
    'One line of every type',
    withLines((today) => [
      line('depot', addYears(today, -2), addYears(today, -1)),
      line('instant', addYears(today, -2), today + 100),
      line('extended', addYears(today, -1), today + 500),
      line('onsite', addYears(today, -2), today + 300),
      line('other', addYears(today, -2), today + 200),
    ]),
  ),
];

const inTwoYears = (today: number) => addYears(today, 2);

const FIELD_SAMPLES: Sample<WarrantyRow>[] = [
  sample('SIMNREG1', 'never-registered', 'No date of purchase', (today, serial) => {
    const { Purchased: _, ...rest } = endingOn(inTwoYears)(today, serial);
    return rest;
  }),
  sample('SIMFRAC1', 'fraction-dates', 'Seconds with a fraction', endingOn(inTwoYears, 'fraction')),
  sample('SIMDATE1', 'date-only', 'Dates without a time', endingOn(inTwoYears, 'date')),
  sample(
    'SIMNDAT1',
    'some-dates-null',
    'Some dates missing',
    withLines((today) => [
      { ...line('onsite', today, today), Start: null, End: null },
      line('depot', addYears(today, -1), addYears(today, 1)),
      { ...line('extended', addYears(today, -2), today), End: null },
    ]),
  ),
  sample('SIMFEWF1', 'optional-fields-absent', 'Optional fields missing', (today, serial) => {
    const { End = null } = line('depot', today, addYears(today, 2));
    return { Serial: serial, Warranty: [{ End }] };
  }),
];

/** Two machines share this serial: it is ambiguous without a machine type. */
const TWINS: Record<string, Make> = {
  [LAPTOP.machineType]: endingOn((today) => addYears(today, 2)),
  [DESKTOP.machineType]: (today, serial) =>
    machine(serial, { model: DESKTOP, shipDay: addYears(today, -5), today }, [
      line('depot', addYears(today, -5), addYears(today, -2)),
    ]),
};

const REFUSED_SAMPLES: Sample<WarrantyRow>[] = [
  sample('SIMUNKN1', 'unknown', 'Unknown to Lenovo', (_, serial) => notFound(serial)),
  sample('SIMUNKN2', 'unknown-without-serial', 'Unknown, and the row does not name the serial', () =>
    notFound(),
  ),
  sample(
    'SIMTWIN1',
    'ambiguous',
    'Two machines, distinguished by machine type',
    (today, serial, machineType) => {
      if (machineType === '') return ambiguous(serial);
      const make = Object.hasOwn(TWINS, machineType) ? TWINS[machineType] : undefined;
      return make?.(today, serial) ?? notFound(serial);
    },
  ),
];

/** Not found if it is requested with another machine type. */
function asLaptop({ row, ...listed }: Sample<WarrantyRow>): Sample<WarrantyRow> {
  return {
    ...listed,
    row: (today, machineType) =>
      machineType === '' || machineType === LAPTOP.machineType ? row(today, '') : notFound(listed.tag),
  };
}

export const SAMPLES: readonly Sample<WarrantyRow>[] = [
  ...[...STATUS_SAMPLES, ...LINE_SAMPLES, ...FIELD_SAMPLES].map(asLaptop),
  ...REFUSED_SAMPLES,
];
