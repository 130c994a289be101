// Lenovo: the official warranty call (/v2.5/warranty in any case, with the key in the ClientID header), and the call that
// the support site's own pages make.
import { drifted } from '../drift.ts';
import { BUSY_CHECKS, isSelected, ROW_CHECKS } from '../faults.ts';
import { type Answer, type Call, json, serialsIn } from '../http.ts';
import { defineVendor, type Route, type VendorState } from '../vendor.ts';
import { deviceRow } from './devices.ts';
import { notFound, type WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';
import { isSitePath, siteRoute } from './site.ts';

const PATH = '/v2.5/warranty';
const RENAMES = { End: 'EndDate' };

interface Asked {
  serial: string;
  /** Empty if only the serial was given. */
  machineType: string;
}

export const lenovo = defineVendor({
  name: 'Lenovo',
  samples: SAMPLES,
  faults: { ...BUSY_CHECKS, ...ROW_CHECKS },
  takes: (path) => path.toLowerCase().startsWith('/v2.5/') || isSitePath(path),
  isAuthorized: isClient,
  texts: {
    401: 'The ClientID is missing or not valid',
    403: 'The ClientID has no role for warranties',
    404: 'No such path',
    429: 'Too many requests',
    500: 'Internal error',
  },
  error: problem,
  routeOf(call, state) {
    if (isSitePath(call.path)) return siteRoute(call, state);
    return call.path.toLowerCase() === PATH ? warrantyRoute(call, state) : undefined;
  },
});

function problem(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return json(status, { Message: text }, headers);
}

function warrantyRoute(call: Call, state: VendorState): Route {
  const asked = requestedFrom(call);
  return {
    allow: 'GET, POST',
    serials: () => asked.map(({ serial }) => serial),
    answer: () => warrantyAnswer(asked, state),
  };
}

function isClient({ headers }: Call): boolean {
  const id = headers.clientid;
  return typeof id === 'string' && id !== '' && !id.includes('bad');
}

function requestedFrom({ method, query, body }: Call): Asked[] {
  const fields = method === 'POST' ? new URLSearchParams(body) : query;
  return serialsIn(fields.get('Serial') ?? '').map((text) => {
    const [serial = '', machineType = ''] = text.split('.');
    return { serial, machineType };
  });
}

/** One serial: an object, or 404 if there is none. Several: a list in request order, with errors as rows. */
function warrantyAnswer(asked: Asked[], state: VendorState): Answer {
  if (asked.length === 0) return problem(400, 'The parameter Serial is missing');
  const rows = asked.flatMap((each, index) => rowsOf(each, index, state));
  if (asked.length > 1) return json(200, rows);
  const [row = notFound()] = rows;
  return json('Code' in row ? 404 : 200, row);
}

function rowsOf({ serial, machineType }: Asked, index: number, state: VendorState): object[] {
  const { faults, mode, clock } = state;
  if (isSelected(faults.missingSerials, serial, index)) return [];
  if (isSelected(faults.malformedSerials, serial, index))
    return [{ Serial: serial, Warranty: 'unavailable' }];
  const row: WarrantyRow = deviceRow(serial, mode, clock(), machineType);
  if ('Code' in row) return [row];
  const { Warranty: lines, Contract: contracts, ...rest } = row;
  const each = (line: object) => drifted(line, RENAMES, faults);
  return [
    {
      ...rest,
      // The machine type is repeated if it was requested.
      Serial: machineType === '' ? serial : `${serial}.${machineType}`,
      ...(lines ? { Warranty: lines.map(each) } : {}),
      ...(contracts ? { Contract: contracts.map(each) } : {}),
    },
  ];
}
