import type { RowOutcome } from '@warranty/contracts/bulk-lookup';

/** What is written about a serial, once for all rows that hold it. */
export interface SerialAnswer {
  outcome: Extract<RowOutcome, 'found' | 'not-known' | 'ambiguous' | 'failed'>;
  startDate: string | null;
  endDate: string | null;
  endsAt: string | null;
  serviceLevel: string | null;
  serviceTag: string | null;
  productCode: string | null;
  systemDescription: string | null;
  shipDate: string | null;
  checkedAt: string | null;
  error: string | null;
}

const fields = [
  ...(['outcome', 'startDate', 'endDate', 'endsAt', 'serviceLevel', 'serviceTag', 'productCode'] as const),
  ...(['systemDescription', 'shipDate', 'checkedAt', 'error'] as const),
] satisfies (keyof SerialAnswer)[];

/** A million of these are stored: as lists they take half the room of objects. */
export type PackedAnswer = (string | null)[];

export function packAnswer(answer: SerialAnswer): PackedAnswer {
  return fields.map((field) => answer[field]);
}

export function unpackAnswer(packed: PackedAnswer): SerialAnswer {
  return Object.fromEntries(
    fields.map((field, at) => [field, packed[at] ?? null]),
  ) as unknown as SerialAnswer;
}

export function failedAnswer(error: string): SerialAnswer {
  return {
    outcome: 'failed',
    startDate: null,
    endDate: null,
    endsAt: null,
    serviceLevel: null,
    serviceTag: null,
    productCode: null,
    systemDescription: null,
    shipDate: null,
    checkedAt: null,
    error,
  };
}
