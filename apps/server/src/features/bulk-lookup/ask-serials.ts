import { AppError } from '../../platform/http/app-error.ts';
import type { Batches, CallClass, KeptAnswer, KeptWithDate, VendorAccess } from '../warranty/warranty.ts';
import { failedAnswer, type SerialAnswer } from './serial-answer.ts';

export interface AskedSerials {
  answers: Map<string, SerialAnswer>;
  /** What the vendor said just now, for the cache. */
  worthKeeping: Map<string, KeptAnswer>;
}

/** Kept answers first, one call for the rest. Rejects with what the vendor failed with. */
export async function askSerials(
  batches: Batches,
  access: VendorAccess,
  serials: readonly string[],
  callClass: CallClass = 'bulk',
): Promise<AskedSerials> {
  const answers = new Map<string, SerialAnswer>();
  const kept = await batches.findKept(access, serials);
  for (const [serial, found] of kept) answers.set(serial, present(batches, access, serial, found));
  const missing = serials.filter((serial) => !kept.has(serial));
  const worthKeeping = new Map<string, KeptAnswer>();
  if (missing.length === 0) return { answers, worthKeeping };
  const told = await batches.ask(access, missing, callClass);
  const checkedAt = new Date();
  for (const serial of missing) {
    const answer = told.get(serial);
    if (!answer || answer.kind === 'unexpected') {
      answers.set(serial, failedAnswer(`${access.vendor} answered in a form we do not know.`));
      continue;
    }
    worthKeeping.set(serial, answer);
    answers.set(serial, present(batches, access, serial, { answer, checkedAt }));
  }
  return { answers, worthKeeping };
}

function present(
  batches: Batches,
  { vendor }: VendorAccess,
  serial: string,
  { answer, checkedAt }: KeptWithDate,
): SerialAnswer {
  try {
    const asked = { identifier: serial, maker: vendor, makerEvidence: '' };
    const { device, error, ...dates } = batches.summarise(asked, answer);
    return {
      outcome: error === null ? 'found' : 'not-known',
      ...dates,
      serviceTag: device?.serviceTag ?? null,
      productCode: device?.productCode ?? null,
      systemDescription: device?.systemDescription ?? device?.productLineDescription ?? null,
      checkedAt: checkedAt.toISOString(),
      error,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...failedAnswer(error.message), outcome: 'ambiguous', checkedAt: checkedAt.toISOString() };
  }
}
