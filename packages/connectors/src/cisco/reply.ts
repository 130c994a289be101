import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice } from '../outcome.ts';
import { clean, isDay, text, textIn } from '../reply-fields.ts';

// May be blank but must be present: otherwise a renamed field would look like "no coverage".
const endDate = z.nullable(z.string().check(z.refine(isBlankOrDate)));

/** Cisco reportedly sends a list with one item as the bare item at times. */
const products = z.object({
  base_pid_list: listOf(z.object({ base_pid: text })),
  orderable_pid_list: listOf(z.object({ orderable_pid: text, item_description: text, item_type: text })),
  contract_site_country: text,
});

// The site's name and address are omitted on purpose: they are personal data.
const fullRow = z.extend(products, {
  is_covered: z.enum(['YES', 'NO']),
  warranty_end_date: endDate,
  warranty_type: text,
  warranty_type_description: text,
  covered_product_line_end_date: endDate,
  service_contract_number: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  service_line_descr: text,
});
type FullRow = z.output<typeof fullRow>;

/** A device without coverage can lack all coverage fields. Strict, so that a renamed end date is not missed. */
const uncoveredRow = z.strictObject({
  ...products.shape,
  is_covered: z.literal('NO'),
  id: z.optional(z.unknown()),
  sr_no: z.string(),
  parent_sr_no: text,
  contract_site_customer_name: text,
  contract_site_address1: text,
  contract_site_city: text,
  contract_site_state_province: text,
});

const problem = z.object({ ErrorCode: text, ErrorDescription: text });
const problemReply = z.object({
  ErrorResponse: z.object({ APIError: z.union([z.array(problem), problem]) }),
});

const pageNumber = z.union([z.number(), z.string().check(z.regex(/^\d+$/))]);
const page = z.object({
  pagination_response_record: z.optional(
    z.nullable(z.object({ page_index: z.optional(pageNumber), last_index: z.optional(pageNumber) })),
  ),
  serial_numbers: z.array(z.unknown()),
});

export interface SummaryPage {
  /** By uppercase serial; a serial can have several rows. */
  answers: [serial: string, answer: VendorAnswer][];
  /** Null if the reply does not include it. */
  page: number | null;
  lastPage: number;
}

/**
 * Reads one page of a coverage summary. Returns null if the body is not one. A malformed row affects only its own serial.
 */
export function readSummaryPage(body: unknown): SummaryPage | null {
  const parsed = page.safeParse(body);
  if (!parsed.success) return null;
  const { pagination_response_record: paging, serial_numbers: rows } = parsed.data;
  return {
    answers: rows.flatMap((row): SummaryPage['answers'] => {
      const serial = textIn(row, 'sr_no')?.trim().toUpperCase();
      return serial === undefined ? [] : [[serial, readRow(row, serial)]];
    }),
    page: paging?.page_index === undefined ? null : Number(paging.page_index),
    lastPage: Number(paging?.last_index ?? 1),
  };
}

/** What an error about the whole call means; null if the body is not one. */
export function readCallProblem(body: unknown): 'not-authorized' | 'not-known' | 'other' | null {
  const parsed = problemReply.safeParse(body);
  if (!parsed.success) return null;
  const problems = asList(parsed.data.ErrorResponse.APIError);
  if (problems.some(({ ErrorCode }) => clean(ErrorCode) === 'API_NOTAUTHORIZED')) return 'not-authorized';
  return saysNotKnown(problems) ? 'not-known' : 'other';
}

/**
 * Merges the rows of a serial into one answer. Rows with different products are different devices, and it is unknown which
 * one is meant.
 */
export function mergeAnswers(first: VendorAnswer | undefined, second: VendorAnswer): VendorAnswer {
  if (first === undefined || first.kind === 'not-known') return second;
  if (second.kind === 'not-known') return first;
  if (first.kind !== 'found' || second.kind !== 'found') return { kind: 'unexpected' };
  if (first.device.productCode !== second.device.productCode) return { kind: 'unexpected' };
  const lines = [...first.entitlements, ...second.entitlements];
  const distinct = new Map(lines.map((line) => [JSON.stringify(line), line]));
  return { ...first, entitlements: [...distinct.values()] };
}

function readRow(row: unknown, serial: string): VendorAnswer {
  const failure = problemReply.safeParse(row);
  if (failure.success) {
    return saysNotKnown(asList(failure.data.ErrorResponse.APIError))
      ? { kind: 'not-known' }
      : { kind: 'unexpected' };
  }
  if (hasUnreadProblem(row)) return { kind: 'unexpected' };
  const full = fullRow.safeParse(row);
  if (full.success) return toAnswer(full.data, serial, entitlementsOf(full.data));
  const uncovered = uncoveredRow.safeParse(row);
  return uncovered.success ? toAnswer(uncovered.data, serial, []) : { kind: 'unexpected' };
}

function hasUnreadProblem(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'ErrorResponse' in row && Boolean(row.ErrorResponse);
}

const notKnown = /no[_ ]records?[_ ]found|not[_ ](?:found|known|exist)|unknown serial|incorrectly formatted/i;

function saysNotKnown(problems: readonly z.output<typeof problem>[]): boolean {
  return problems.some(({ ErrorCode, ErrorDescription }) =>
    notKnown.test(`${ErrorCode} ${ErrorDescription}`),
  );
}

function toAnswer(
  found: z.output<typeof products>,
  serial: string,
  entitlements: EntitlementRow[],
): VendorAnswer {
  return { kind: 'found', device: toDevice(found, serial), entitlements };
}

function toDevice(found: z.output<typeof products>, serial: string): VendorDevice {
  const orderable = asList(found.orderable_pid_list).find(({ orderable_pid }) => clean(orderable_pid));
  const base = asList(found.base_pid_list).find(({ base_pid }) => clean(base_pid));
  const description = clean(orderable?.item_description);
  return {
    ...noHardware,
    serviceTag: serial,
    productCode: clean(orderable?.orderable_pid) ?? clean(base?.base_pid),
    productLineDescription: description,
    productFamily: clean(orderable?.item_type),
    countryCode: clean(found.contract_site_country),
    systemDescription: description,
  };
}

/** Cisco sends only end dates, one for the hardware warranty and one for the service contract. */
function entitlementsOf(row: FullRow): EntitlementRow[] {
  const lines: EntitlementRow[] = [];
  const warrantyEnd = clean(row.warranty_end_date);
  if (warrantyEnd !== null) lines.push(entitlement('Warranty', warrantyEnd, warrantyLevel(row)));
  const contractEnd = clean(row.covered_product_line_end_date);
  const level = clean(row.service_line_descr);
  const number = clean(row.service_contract_number?.toString());
  // YES means a service contract. Its details are blank for keys that are not linked to it, and the end of an expired
  // contract may be blank too.
  if (row.is_covered === 'YES' || contractEnd !== null || level !== null || number !== null)
    lines.push(entitlement('Contract', contractEnd, level));
  return lines;
}

/** The description is often just the URL of a page about all warranties. */
function warrantyLevel(row: FullRow): string | null {
  const description = clean(row.warranty_type_description);
  const type = clean(row.warranty_type);
  return description === null || /^https?:/i.test(description) ? type : description;
}

function entitlement(type: string, endsAt: string | null, level: string | null): EntitlementRow {
  return { type, startsAt: null, endsAt, code: null, level };
}

function listOf<Item extends z.core.$ZodType>(item: Item) {
  return z.optional(z.nullable(z.union([z.array(item), item])));
}

function asList<Item>(items: Item | Item[] | null | undefined): Item[] {
  if (items === null || items === undefined) return [];
  return Array.isArray(items) ? items : [items];
}

function isBlankOrDate(value: string): boolean {
  const day = value.trim();
  return day === '' || isDay(day);
}
