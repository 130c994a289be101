// The two coverage calls: up to 75 serials in the path, the summary in pages. Rows are not in request order.
import { drifted } from '../drift.ts';
import { isSelected } from '../faults.ts';
import { type Answer, type Call, decoded, json, serialsIn } from '../http.ts';
import { randomFor } from '../random.ts';
import type { Route, VendorState } from '../vendor.ts';
import { deviceRow } from './devices.ts';
import { callError } from './errors.ts';
import { apiError, type CoverageRow } from './row.ts';

const PATH = /^\/sn2info\/v2\/coverage\/(summary|status)\/serial_numbers\/([^/]*)$/;
const MAX_SERIALS = 75;
const MAX_SERIAL_LENGTH = 40;
/** The real page size is unknown; this one splits a full call into four pages. */
const PAGE_ROWS = 20;
const RENAMES = {
  covered_product_line_end_date: 'covered_line_end_date',
  warranty_end_date: 'warranty_expiry_date',
  coverage_end_date: 'coverage_expiry_date',
};

type Operation = 'summary' | 'status';

export function coverageRoute(call: Call, state: VendorState): Route | undefined {
  const [found, operation, list = ''] = PATH.exec(call.path) ?? [];
  if (found === undefined) return undefined;
  const serials = () => serialsIn(decoded(list));
  return {
    allow: 'GET',
    serials,
    answer: () => rowsAnswer(call, operation as Operation, serials(), state),
  };
}

function rowsAnswer(call: Call, operation: Operation, serials: string[], state: VendorState): Answer {
  if (serials.length === 0) return callError(400, 'API_MISSING_PARAMETERS', 'No serial numbers given');
  if (serials.length > MAX_SERIALS) {
    return callError(400, 'EXCEEDED_INPUTS', `At most ${MAX_SERIALS} serial numbers can be asked for`);
  }
  const asked = [...new Set(serials)];
  // The order depends only on the list, so that pages are consistent with each other.
  const rows = randomFor(asked.join())
    .shuffle(asked.flatMap((serial, index) => rowsOf(serial, index, state)))
    .map((row, index) => ({ id: String(index + 1), ...row }));
  const sent = (row: object) => drifted(row, RENAMES, state.faults);
  if (operation === 'status') return json(200, { serial_numbers: rows.map((row) => sent(statusOf(row))) });
  return pageAnswer(rows.map(sent), asked, call.query);
}

function rowsOf(serial: string, index: number, { faults, mode, clock }: VendorState): object[] {
  if (isSelected(faults.missingSerials, serial, index)) return [];
  if (isSelected(faults.malformedSerials, serial, index)) {
    return [{ sr_no: serial, is_covered: 1, covered_product_line_end_date: [] }];
  }
  if (serial.length > MAX_SERIAL_LENGTH) {
    const error = apiError(
      'API_INVALID_INPUT',
      `A serial number has at most ${MAX_SERIAL_LENGTH} characters`,
    );
    return [{ sr_no: serial, ErrorResponse: { APIError: [error] } }];
  }
  return [deviceRow(serial, mode, clock())];
}

function statusOf(row: object): object {
  if ('ErrorResponse' in row) return row;
  const { id, sr_no, is_covered, covered_product_line_end_date } = row as CoverageRow & { id: string };
  return { id, sr_no, is_covered, coverage_end_date: covered_product_line_end_date ?? '' };
}

function pageAnswer(rows: object[], asked: string[], query: URLSearchParams): Answer {
  const index = query.get('page_index') ?? '1';
  const page = /^[1-9]\d*$/.test(index) ? Number(index) : 0;
  const last = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  if (page < 1 || page > last) return callError(400, 'API_INVALID_INPUT', `There is no page ${index}`);
  const records = rows.slice((page - 1) * PAGE_ROWS, page * PAGE_ROWS);
  const path = `/sn2info/v2/coverage/summary/serial_numbers/${asked.join()}?page_index=${page}`;
  return json(200, {
    pagination_response_record: {
      last_index: last,
      page_index: page,
      page_records: records.length,
      total_records: rows.length,
      // Real replies link to the older host here: a client that follows the link leaves the host it was configured for.
      self_link: `https://api.cisco.com${path}`,
      title: 'Coverage summary',
    },
    serial_numbers: records,
  });
}
