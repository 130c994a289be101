// The listed serials: one for every case that a client must handle, with dates relative to the clock.
import { endingSamples, type Make as MakeOf, offered, type Sample, sample } from '../catalog.ts';
import { addYears } from '../dates.ts';
import { apiError, coverageRow, type SerialRow, unknownRow } from './row.ts';

type Make = MakeOf<SerialRow>;

/** Contract and warranty end on the same day. */
function endingOn(dayOfEnd: (today: number) => number): Make {
  return (today, serial) =>
    coverageRow(serial, today, { contract: dayOfEnd(today), warranty: dayOfEnd(today) });
}

function refused(code: string, text: string): Make {
  return (_, serial) => ({ sr_no: serial, ErrorResponse: { APIError: [apiError(code, text)] } });
}

const STATUS_SAMPLES: Sample<SerialRow>[] = [
  offered('SIM2712ACTV', 'active', 'Active, contract ends in 2 years', (today, serial) =>
    coverageRow(serial, today, { contract: addYears(today, 2), warranty: addYears(today, -1) }),
  ),
  ...endingSamples((name) => `SIM2712${name}`, endingOn),
  offered('SIM2712LIFE', 'lifetime', 'Lifetime warranty of a switch', (today, serial) =>
    coverageRow(serial, today, { warranty: addYears(today, 60), warrantyType: 'lifetime' }),
  ),
  sample('SIM2712NONE', 'no-cover', 'Known to Cisco, no coverage on record', (today, serial) =>
    coverageRow(serial, today, {}),
  ),
];

const CLOCK_SAMPLES: Sample<SerialRow>[] = [
  sample('SIM2712WRNT', 'warranty-outlives-contract', 'Warranty ends after the contract', (today, serial) =>
    coverageRow(serial, today, { contract: today - 40, warranty: addYears(today, 1) }),
  ),
  sample('SIM2712WOCT', 'warranty-without-contract', 'In warranty, no contract', (today, serial) =>
    coverageRow(serial, today, { warranty: addYears(today, 1) }),
  ),
  sample('SIM2712CTWO', 'contract-without-warranty', 'Under contract, no warranty', (today, serial) =>
    coverageRow(serial, today, { contract: addYears(today, 1) }),
  ),
  sample(
    'SIM2712BLNK',
    'ended-contract-without-date',
    'Expired contract, end date missing',
    (today, serial) => coverageRow(serial, today, { contract: null, warranty: addYears(today, -2) }),
  ),
];

const FIELD_SAMPLES: Sample<SerialRow>[] = [
  sample('SIM2712UNKA', 'unknown-as-list', 'Unknown to Cisco, error as a list', (_, serial) =>
    unknownRow(serial, 'list'),
  ),
  sample('SIM2712UNKO', 'unknown-as-object', 'Unknown to Cisco, error as an object', (_, serial) =>
    unknownRow(serial, 'object'),
  ),
  sample(
    'SIM2712NAUT',
    'row-not-authorized',
    'Belongs to another customer',
    refused('API_NOTAUTHORIZED', 'The serial number belongs to a company you have no access to'),
  ),
  sample(
    'SIM2712BRKN',
    'row-failed',
    'Cisco failed on this one row',
    refused('API_ERROR_01', 'The coverage of this serial number could not be read'),
  ),
  sample('SIM2712NPID', 'empty-product-lists', 'No product named', (today, serial) => ({
    ...coverageRow(serial, today, { contract: addYears(today, 1) }),
    base_pid_list: [],
    orderable_pid_list: [],
  })),
  sample('SIM2712CHLD', 'part-of-another', 'Built into another device', (today, serial) => ({
    ...coverageRow(serial, today, { contract: addYears(today, 1) }),
    parent_sr_no: 'SIM2712ACTV',
  })),
  sample('SIM2712FEWF', 'optional-fields-absent', 'Optional fields missing', (today, serial) => {
    const { is_covered, covered_product_line_end_date } = coverageRow(serial, today, {
      contract: addYears(today, 1),
    });
    return { sr_no: serial, is_covered, covered_product_line_end_date: covered_product_line_end_date ?? '' };
  }),
  sample('SIM2712LONGSERIALNUMBER0001', 'long-serial', 'Serial of 27 characters', (today, serial) =>
    coverageRow(serial, today, { contract: addYears(today, 1) }),
  ),
];

export const SAMPLES: readonly Sample<SerialRow>[] = [...STATUS_SAMPLES, ...CLOCK_SAMPLES, ...FIELD_SAMPLES];
