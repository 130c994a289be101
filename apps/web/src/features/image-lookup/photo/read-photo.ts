import { RequestError } from '@warranty/contracts/core/client';
import { extractLabel, type LabelReading } from '@warranty/contracts/image-lookup';
import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import { sendFile } from '../../../lib/api/send-file.ts';
import { shrinkImage } from '../../../lib/files/image-shrink.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { provenLabel, withOwnCodes } from '../camera/barcode-label.ts';
import { openBarcodeReader } from '../camera/barcode-reader.ts';
import { messages } from '../messages.ts';
import { maxDecodedSide, type Photo, PhotoError } from './photo.ts';
import { type ReadingStep, sendingStep, steps } from './reading-steps.ts';

/** The first size is enough for most codes; long ones need the full resolution. */
const sides = [1600, maxDecodedSide];

async function codesOn({ pixels }: Photo): Promise<DecodedBarcode[]> {
  const reader = openBarcodeReader();
  try {
    let codes: DecodedBarcode[] = [];
    for (const [at, side] of sides.entries()) {
      const isSame = at > 0 && Math.max(pixels.width, pixels.height) <= (sides[at - 1] ?? 0);
      if (isSame || provenLabel(codes)) break;
      const found = await reader.codes(pixels, side);
      codes = found.length > 0 ? found : codes;
    }
    return codes;
  } finally {
    reader.close();
  }
}

async function shrunk({ pixels, name }: Photo): Promise<File> {
  try {
    return await shrinkImage(pixels, name);
  } catch (cause) {
    throw new PhotoError(messages.compressFailed, { cause });
  }
}

type Tell = (step: ReadingStep) => void;

async function readByServer(photo: Photo, tell: Tell, signal: AbortSignal): Promise<LabelReading> {
  tell(steps.shrinking);
  const file = await shrunk(photo);
  tell(steps.sending);
  try {
    await establishSession();
    const onSent = (sent: number) => tell(sendingStep(sent, file.size));
    const { data, error } = await sendFile(extractLabel, file, { onSent, signal });
    if (data) return data;
    throw new PhotoError(error || messages.extractFailed, { isRetryable: true });
  } catch (error) {
    if (signal.aborted || error instanceof PhotoError) throw error;
    throw refusalOf(error);
  }
}

/** Uses the server's message if it sent one; a server that did not reply means a failed upload. */
function refusalOf(cause: unknown): PhotoError {
  if (!(cause instanceof RequestError))
    return new PhotoError(messages.uploadFailed, { cause, isRetryable: true });
  const isOfPhoto = [413, 415, 422].includes(cause.status);
  return new PhotoError(cause.serverMessage || messages.extractFailed, { cause, isRetryable: !isOfPhoto });
}

/** Decodes barcodes first, at full resolution: if they prove a serial number, no upload is needed. */
export async function readPhoto(photo: Photo, tell: Tell, signal: AbortSignal): Promise<LabelReading> {
  tell(steps.barcodes);
  const codes = await codesOn(photo);
  const proven = provenLabel(codes);
  if (proven) return proven;
  signal.throwIfAborted();
  return withOwnCodes(await readByServer(photo, tell, signal), codes);
}
