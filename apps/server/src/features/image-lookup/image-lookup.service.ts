import { randomUUID } from 'node:crypto';
import type { Parsed, ReplyOf } from '@warranty/contracts/core/endpoint';
import type {
  extractLabel,
  ImageWarrantyInfo,
  LabelReading,
  lookupLabelWarranty,
} from '@warranty/contracts/image-lookup';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { detectManufacturer, type ManufacturerHints } from '@warranty/domain/detect-manufacturer';
import { imageTypeOf } from '@warranty/domain/label/image-type';
import type { EndingLookupContext } from '../../lookups/vendors/lookup-context.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { invalidBase64 } from '../../platform/http/bodies/file-field.ts';
import type { SentFile } from '../../platform/http/bodies/received-file.ts';
import type { Log } from '../../platform/log.ts';
import type { Warranty } from '../warranty/warranty.ts';
import type { ReaderPool } from './reader-pool.ts';
import { ReaderExitError } from './reader-process.ts';
import type { ReadResult } from './reader-replies.ts';
import type { UnreadableReason } from './reading/unreadable-image.ts';

const minute = 60;
const nothingFound = 'Could not find model number or serial number for warranty lookup';
const noWarranty = 'No warranty information found';
const tooManyPixels = [{ path: 'body.image', message: 'The image has too many pixels.' }];
const refusals: Record<UnreadableReason, () => AppError> = {
  'not-base64': () => invalidBase64('image'),
  'too-many-bytes': () => new AppError('image_too_large'),
  type: () => new AppError('image_type_refused'),
  'too-large': () => new AppError('image_refused', { details: tooManyPixels }),
  broken: () => new AppError('image_refused'),
};

export interface ImageLookupServiceDeps {
  readers: Pick<ReaderPool, 'read'>;
  lookup: Warranty['lookup'];
  ownerLimits: Pick<OwnerLimits, 'enforceRates'>;
  imagesPerMinute: number;
  imagesPerMinutePerAddress: number;
  /** In demo mode, the sample devices. */
  demoSamples: ReadonlySet<string> | null;
  log: Log;
}

type Extraction = ReplyOf<typeof extractLabel>;
/** From the query of a photo that is the body itself, or from a JSON body. */
type GivenDevice = Parsed<typeof lookupLabelWarranty>['query'];

type Device = Pick<LabelReading, 'serialNumber' | 'modelNumber' | 'manufacturer'>;

export type ImageLookupService = ReturnType<typeof createImageLookupService>;

export function createImageLookupService(deps: ImageLookupServiceDeps) {
  const { readers, lookup, ownerLimits, demoSamples, log } = deps;
  const rates = {
    perOwner: { count: deps.imagesPerMinute, seconds: minute },
    perAddress: { count: deps.imagesPerMinutePerAddress, seconds: minute },
  };

  async function answerFor(photo: SentFile, { caller, signal }: EndingLookupContext): Promise<ReadResult> {
    try {
      await ownerLimits.enforceRates('image', caller, rates);
      if (isMislabeled(photo)) return { kind: 'unreadable', reason: 'type' };
      return await readers.read(photo, caller, signal);
    } catch (error) {
      if (!(error instanceof ReaderExitError) || error.atStart) throw error;
      throw new AppError('image_refused', { cause: error });
    } finally {
      photo.free();
    }
  }

  async function read(photo: SentFile | null, context: EndingLookupContext): Promise<LabelReading> {
    if (!photo) throw missing('image');
    const answer = await answerFor(photo, context);
    if (answer.kind === 'read') return answer.reading;
    if (answer.kind === 'unreadable') throw refusals[answer.reason]();
    log.warn({ requestId: context.caller.requestId, error: answer.error }, 'a photo could not be read');
    throw refusals.broken();
  }

  async function lookUp(device: Device, context: EndingLookupContext) {
    const { serialNumber, modelNumber, manufacturer } = device;
    const { manufacturer: detected } = detectManufacturer(cluesOf(device));
    const identifier = serialNumber ?? modelNumber;
    const known = { manufacturer: detected ?? manufacturer, serialNumber };
    const failed = { success: false, ...known, warrantyInfo: null };
    if (identifier === null) return { ...failed, error: nothingFound };
    if (detected !== null && detected !== 'Dell')
      return { ...failed, error: `Image lookup does not support ${detected} devices` };
    const result = await lookup(context, {
      modelNumber: identifier,
      manufacturer: manufacturer ?? undefined,
    });
    const found = { manufacturer: result.manufacturer, serialNumber: result.modelNumber };
    if (result.error === undefined) return { ...found, success: true, warrantyInfo: toWarrantyInfo(result) };
    const isOutsideDemo = demoSamples !== null && !demoSamples.has(result.modelNumber);
    const sentences = isOutsideDemo ? { error: result.error } : { error: noWarranty, reason: result.error };
    return { ...failed, ...found, ...sentences };
  }

  return {
    async extract(photo: SentFile | null, context: EndingLookupContext): Promise<Extraction> {
      const data = await read(photo, context);
      if (data.serialNumber !== null || data.modelNumber !== null) return { success: true, data };
      return { success: false, error: nothingFound, data };
    },

    /** If a serial number is given, the photo is not read. */
    async lookUp(given: GivenDevice, photo: SentFile | null, context: EndingLookupContext) {
      const lookupId = randomUUID();
      const data = given.serialNumber === undefined ? await read(photo, context) : null;
      const device = {
        serialNumber: given.serialNumber ?? data?.serialNumber ?? null,
        // A suggestion to confirm is more useful than a model name, for which no vendor has a warranty.
        modelNumber: data?.suggestions.length === 0 ? data.modelNumber : null,
        manufacturer: given.manufacturer?.trim() || data?.manufacturer || null,
      };
      const answer = await lookUp(device, context);
      log.info({ lookupId, requestId: context.caller.requestId, success: answer.success }, 'image lookup');
      return { lookupId, ...answer, ...(data ? { data } : {}) };
    },
  };
}

/** Whether a photo that is the body itself is not what its content type says. */
function isMislabeled({ contentType, segments: [start] }: SentFile): boolean {
  return contentType !== null && (!start || imageTypeOf(start) !== contentType);
}

function missing(member: string): AppError {
  const details = [{ path: `body.${member}`, message: 'Provide a photo or a serial number.' }];
  return new AppError('invalid_request', { details });
}

function cluesOf({ serialNumber, modelNumber, manufacturer }: Device): ManufacturerHints {
  return {
    ...(manufacturer ? { given: manufacturer } : {}),
    ...(modelNumber ? { model: modelNumber } : {}),
    ...(serialNumber ? { identifier: serialNumber } : {}),
  };
}

function toWarrantyInfo(result: WarrantyResult): ImageWarrantyInfo {
  const { startDate, endDate, endsAt, status, noCoverage, serviceLevel, source } = result;
  return {
    ...{ startDate, endDate, endsAt, status, noCoverage, serviceLevel },
    systemDescription: result.hardware.systemDescription,
    provider: result.allEntitlements.find(({ counted }) => counted)?.provider ?? result.manufacturer,
    checkedAt: source?.checkedAt ?? null,
    stale: source?.stale ?? false,
    demo: source?.demo ?? false,
  };
}
