import type { RowOutcome } from '@warranty/contracts/row-outcome';

/** The result of a serial, shared by all rows that contain it. */
export interface SerialResult {
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

type Text = string | null;

/** Stored as a tuple: with a million of these, field names would double the size. */
export type PackedSerialResult = [
  ...[outcome: SerialResult['outcome'], startDate: Text, endDate: Text, endsAt: Text, serviceLevel: Text],
  ...[serviceTag: Text, productCode: Text, systemDescription: Text, shipDate: Text],
  ...[checkedAt: Text, error: Text],
];

export function packSerialResult(answer: SerialResult): PackedSerialResult {
  const { outcome, startDate, endDate, endsAt, serviceLevel, serviceTag, productCode } = answer;
  const { systemDescription, shipDate, checkedAt, error } = answer;
  return [
    ...([outcome, startDate, endDate, endsAt, serviceLevel] as const),
    ...([serviceTag, productCode, systemDescription, shipDate] as const),
    ...([checkedAt, error] as const),
  ];
}

export function unpackSerialResult(packed: PackedSerialResult): SerialResult {
  return {
    outcome: packed[0],
    startDate: packed[1],
    endDate: packed[2],
    endsAt: packed[3],
    serviceLevel: packed[4],
    serviceTag: packed[5],
    productCode: packed[6],
    systemDescription: packed[7],
    shipDate: packed[8],
    checkedAt: packed[9],
    error: packed[10],
  };
}

export const emptySerialResult: Omit<SerialResult, 'outcome'> = {
  startDate: null,
  endDate: null,
  endsAt: null,
  serviceLevel: null,
  serviceTag: null,
  productCode: null,
  systemDescription: null,
  shipDate: null,
  checkedAt: null,
  error: null,
};

export function failedSerialResult(error: string): SerialResult {
  return { ...emptySerialResult, outcome: 'failed', error };
}
