import type { RowResult } from '@warranty/contracts/bulk-lookup';
import { vendors } from '@warranty/contracts/vendors';
import { type AnsweredDevice, answerOf, type RowAnswer } from '@warranty/domain/csv/answer';
import { statusAt } from '@warranty/domain/warranty-dates';
import type { AnsweredRow, FileRow } from './rows.store.ts';
import { nothingSaid, type SerialAnswer, unpackAnswer } from './serial-answer.ts';

const noHardware = {
  productLineDescription: null,
  productFamily: null,
  localChannel: null,
  productLobDescription: null,
  countryCode: null,
};

const coverKinds = new Map(vendors.map(({ name, coverKind }) => [name, coverKind]));

/** Null for rows that are pending or were never asked for. */
export function answerTo({ answer }: Pick<AnsweredRow, 'answer'>): SerialAnswer | null {
  return answer && unpackAnswer(answer);
}

interface Telling {
  demo: boolean;
  now: Date;
}

function toAnsweredDevice(
  maker: string | null,
  answer: Omit<SerialAnswer, 'outcome'>,
  { demo, now }: Telling,
): AnsweredDevice {
  const { startDate, endDate, endsAt, serviceLevel, serviceTag, productCode, shipDate } = answer;
  const { systemDescription, checkedAt, error } = answer;
  return {
    manufacturer: maker,
    coverKind: coverKinds.get(maker ?? '') ?? 'warranty',
    status: statusAt(endsAt, now),
    ...(error ? { error } : {}),
    startDate,
    endDate,
    serviceLevel,
    hardware: { serviceTag, productCode, shipDate, systemDescription },
    source: maker && checkedAt ? { vendor: maker, checkedAt, stale: false, demo } : null,
  };
}

/** What is written to a row: its answer, else the reason why there is none. */
export function toRowAnswer(
  { maker, reason }: Pick<FileRow, 'maker' | 'reason'>,
  answer: SerialAnswer | null,
  telling: Telling,
  whilePending: string | null = null,
): RowAnswer {
  return answer ? answerOf(toAnsweredDevice(maker, answer, telling)) : { error: reason ?? whilePending };
}

/** A row with what became of it, as a result of the contract. Entitlements are not kept with a run. */
export function toRowResult(
  row: Pick<FileRow, 'serial' | 'maker' | 'outcome' | 'reason'>,
  answer: SerialAnswer | null,
  telling: Telling,
): RowResult {
  const told = answer ?? { ...nothingSaid, error: row.reason };
  const { hardware, source, ...device } = toAnsweredDevice(row.maker, told, telling);
  return {
    ...device,
    modelNumber: row.serial ?? '',
    manufacturerEvidence: '',
    outcome: answer?.outcome ?? row.outcome ?? 'pending',
    endsAt: told.endsAt,
    description: null,
    allEntitlements: [],
    hardware: { ...noHardware, ...hardware },
    source: source && { ...source, page: null },
  };
}
