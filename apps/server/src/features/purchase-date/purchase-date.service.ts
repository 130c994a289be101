import type { Parsed, ReplyOf } from '@warranty/contracts/core/endpoint';
import { maxPredictionRows, type predictSingle } from '@warranty/contracts/purchase-date';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import type { FindKnownAnswers } from '../../lookups/engine/known-answers.ts';
import type { EndingLookupContext } from '../../lookups/vendors/lookup-context.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../platform/http/bodies/received-file.ts';
import type { Warranty } from '../warranty/warranty.ts';
import type { FilePredictors } from './file-predictors.ts';
import { findOwnDates, presentOwnDates } from './own-dates.ts';
import type { KnownSerial, PredictionOutcome } from './prediction-tasks.ts';
import type { PredictionContext, PredictorPool } from './predictor-pool.ts';
import { fetchShipDates } from './vendor-dates.ts';

const minute = 60;

export interface PurchaseDateServiceDeps {
  predictors: { single: Pick<PredictorPool, 'run'>; files: Pick<FilePredictors, 'run'> };
  lookup: Warranty['lookup'];
  findKnownAnswers: FindKnownAnswers;
  ownerLimits: Pick<OwnerLimits, 'enforceRates'>;
  perMinute: number;
  perMinutePerAddress: number;
}

type SingleBody = Parsed<typeof predictSingle>['body'];
type SingleReply = ReplyOf<typeof predictSingle>;

export type PurchaseDateService = ReturnType<typeof createPurchaseDateService>;

export function createPurchaseDateService(deps: PurchaseDateServiceDeps) {
  const { predictors, lookup, findKnownAnswers, ownerLimits } = deps;
  const rates = {
    perOwner: { count: deps.perMinute, seconds: minute },
    perAddress: { count: deps.perMinutePerAddress, seconds: minute },
  };

  /** Vendors are asked only about devices that the owner has not looked up before. */
  async function findDates(context: EndingLookupContext, serials: KnownSerial[], useVendorDates: boolean) {
    const own = await findOwnDates(findKnownAnswers, context.caller.owner, serials);
    const ownDates = presentOwnDates(own.size);
    const others = serials.filter(({ serialNumber }) => !own.has(serialNumber));
    const isAnswered = own.size > 0 && others.length === 0;
    if (!useVendorDates || isAnswered) return { dates: own, ownDates, vendorDates: null };
    const { dates, vendorDates } = await fetchShipDates(lookup, context, others);
    return { dates: new Map([...own, ...dates]), ownDates, vendorDates };
  }

  const enforceLimit = ({ caller }: EndingLookupContext) =>
    ownerLimits.enforceRates('prediction', caller, rates);

  const predictionFor = (context: EndingLookupContext): PredictionContext => ({
    sharer: context.caller,
    signal: context.signal,
    findDates: (serials, useVendorDates) => findDates(context, serials, useVendorDates),
  });

  return {
    async single(
      { assetDescription: description, useVendorDates = false }: SingleBody,
      context: EndingLookupContext,
    ): Promise<SingleReply> {
      await enforceLimit(context);
      const task = { kind: 'single' as const, description, useVendorDates };
      const answer = await predictors.single.run(task, predictionFor(context));
      if (answer.kind !== 'prediction') throw new Error(`unexpected reply to a description: ${answer.kind}`);
      return { prediction: answer.prediction, ...answer.found };
    },

    /** The reply as gzip-compressed JSON. */
    async file(kind: 'analyze' | 'predict', bytes: ReceivedFile, context: EndingLookupContext) {
      try {
        await enforceLimit(context);
        const task = { kind, segments: bytes.segments };
        return packedReply(await predictors.files.run(task, predictionFor(context)));
      } finally {
        bytes.free();
      }
    },
  };
}

function packedReply(answer: PredictionOutcome): Uint8Array[] {
  if (answer.kind === 'json') return answer.gzipped;
  if (answer.kind === 'too-many') {
    const values = { limit: formatNumber(maxPredictionRows), count: formatNumber(answer.rows) };
    throw new AppError('too_many_assets', { values });
  }
  if (answer.kind !== 'invalid') throw new Error(`unexpected reply to a file: ${answer.kind}`);
  const { path, message } = answer;
  throw new AppError('invalid_request', { details: [{ path, message }] });
}
