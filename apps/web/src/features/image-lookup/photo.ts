import { maxImageBytes } from '@warranty/contracts/image-lookup';
import { fitWithin } from '../../lib/image-size.ts';
import { readImageType } from '../../lib/image-type.ts';
import { messages } from './messages.ts';

/** The picture in this browser, as fine as barcodes and crops need it. Close its pixels when it is no longer shown. */
export interface Photo {
  name: string;
  pixels: ImageBitmap;
}

/** Why a photo is not read, in the words that the screen shows. */
export class PhotoError extends Error {
  override name = 'PhotoError';
  /** The photo is not at fault: the same one may be read the next time. */
  readonly isRetryable: boolean;

  constructor(
    message: string,
    { cause, isRetryable = false }: { cause?: unknown; isRetryable?: boolean } = {},
  ) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }
}

/** Finer than any label needs, and 64 MB of memory at most. */
export const maxDecodedSide = 4096;

async function smaller(pixels: ImageBitmap): Promise<ImageBitmap> {
  const { width, height } = fitWithin(pixels, maxDecodedSide);
  if (width === pixels.width) return pixels;
  try {
    return await createImageBitmap(pixels, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
  } finally {
    pixels.close();
  }
}

/** Turned upright as its camera noted; what the name promises is checked against the first bytes. */
export async function openPhoto(file: File): Promise<Photo> {
  if (file.size > maxImageBytes) throw new PhotoError(messages.tooLarge);
  if ((await readImageType(file)) === null) throw new PhotoError(messages.wrongType);
  try {
    const pixels = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { name: file.name, pixels: await smaller(pixels) };
  } catch (cause) {
    throw new PhotoError(messages.processFailed, { cause });
  }
}
