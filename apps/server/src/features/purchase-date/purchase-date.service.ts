import type { Parsed, ReplyOf } from '@warranty/contracts/endpoint';
import { mostPredictedRows, type predictSingle } from '@warranty/contracts/purchase-date';
import { AppError } from '../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../platform/http/received-file.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Limits } from '../../platform/limits/limits.store.ts';
import { spend } from '../../platform/limits/spend.ts';
import type { Warranty } from '../warranty/warranty.ts';
import type { Predictors } from './predictors.ts';
import type { Answer, AskedVendors, KnownSerial, ShipDates } from './thread-messages.ts';
import { askShipDates } from './vendor-dates.ts';

const minute = 60;
const noDates: ShipDates = new Map();

export interface PurchaseDateServiceDeps {
  predictors: { single: Pick<Predictors, 'run'>; files: Pick<Predictors, 'run'> };
  lookup: Warranty['lookup'];
  limits: Limits;
  perMinute: number;
}

/** Who asks, and whether they still wait. */
export interface Sender {
  caller: Caller;
  address: string;
  gone: AbortSignal;
}

type SingleBody = Parsed<typeof predictSingle>['body'];
type SingleReply = ReplyOf<typeof predictSingle>;

export type PurchaseDateService = ReturnType<typeof createPurchaseDateService>;

export function createPurchaseDateService(deps: PurchaseDateServiceDeps) {
  const { predictors, lookup, limits, perMinute } = deps;

  const vendorsFor =
    ({ caller, address }: Sender) =>
    (serials: KnownSerial[]): Promise<AskedVendors> =>
      askShipDates(lookup, caller, address, serials);

  const pay = ({ caller }: Sender) =>
    spend(limits, `prediction:${caller.userId}`, { count: perMinute, seconds: minute });

  async function predictOne(description: string, shipDates: ShipDates, sender: Sender) {
    const asker = { gone: sender.gone, askVendors: vendorsFor(sender) };
    const answer = await predictors.single.run({ kind: 'single', description, shipDates }, asker);
    if (answer.kind !== 'prediction') throw new Error(`a description was answered with ${answer.kind}`);
    return answer.prediction;
  }

  return {
    async single({ assetDescription, useVendorDates }: SingleBody, sender: Sender): Promise<SingleReply> {
      await pay(sender);
      const prediction = await predictOne(assetDescription, noDates, sender);
      if (!useVendorDates) return { prediction, vendorDates: null };
      const { serialNumber, manufacturer, modelNumber } = prediction.originalAsset;
      const serials = serialNumber === null ? [] : [{ serialNumber, manufacturer, modelNumber }];
      const { dates, asked, sentence } = await vendorsFor(sender)(serials);
      const vendorDates = { asked, found: dates.size, sentence };
      if (dates.size === 0) return { prediction, vendorDates };
      return { prediction: await predictOne(assetDescription, dates, sender), vendorDates };
    },

    /** The reply as JSON, packed with gzip. */
    async file(kind: 'analyze' | 'predict', bytes: ReceivedFile, sender: Sender): Promise<Uint8Array[]> {
      try {
        await pay(sender);
        const asker = { gone: sender.gone, askVendors: vendorsFor(sender) };
        return packedReply(await predictors.files.run({ kind, segments: bytes.segments }, asker));
      } finally {
        bytes.free();
      }
    },
  };
}

function packedReply(answer: Answer): Uint8Array[] {
  if (answer.kind === 'json') return answer.gzipped;
  if (answer.kind === 'too-many') {
    const values = {
      limit: mostPredictedRows.toLocaleString('en-US'),
      count: answer.rows.toLocaleString('en-US'),
    };
    throw new AppError('too_many_assets', { values });
  }
  if (answer.kind !== 'invalid') throw new Error(`a file was answered with ${answer.kind}`);
  const { path, message } = answer;
  throw new AppError('invalid_request', { details: [{ path, message }] });
}
