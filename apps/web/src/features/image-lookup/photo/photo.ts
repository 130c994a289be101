import { maxImageBytes } from '@warranty/contracts/image-lookup';
import { imageTypeOf } from '@warranty/domain/label/image-type';
import { fitWithin } from '../../../lib/files/image-size.ts';
import { messages } from '../messages.ts';

/** A decoded photo, at the resolution that barcodes and crops need. Close `pixels` when it is no longer shown. */
export interface Photo {
  name: string;
  pixels: ImageBitmap;
}

/** Why a photo could not be read. The message is shown to the user. */
export class PhotoError extends Error {
  override name = 'PhotoError';
  /** The photo is not the cause: reading the same one again may succeed. */
  readonly isRetryable: boolean;

  constructor(
    message: string,
    { cause, isRetryable = false }: { cause?: unknown; isRetryable?: boolean } = {},
  ) {
    super(message, { cause });
    this.isRetryable = isRetryable;
  }
}

/** More than any label needs, and at most 64 MB of memory. */
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

/** Applies the EXIF orientation. Checks the file type by its first bytes, not by its name. */
export async function openPhoto(file: File): Promise<Photo> {
  if (file.size > maxImageBytes) throw new PhotoError(messages.tooLarge);
  const start = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  if (imageTypeOf(start) === null) throw new PhotoError(messages.wrongType);
  try {
    const pixels = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { name: file.name, pixels: await smaller(pixels) };
  } catch (cause) {
    throw new PhotoError(messages.processFailed, { cause });
  }
}
