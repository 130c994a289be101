import { imageTypeOf } from '@warranty/domain/label/image-type';
import sharp, { type Sharp } from 'sharp';
import { UnreadableImageError } from './unreadable-image.ts';

/** Pixels as rows of red, green and blue bytes. */
export interface Photo {
  data: Uint8Array;
  width: number;
  height: number;
}

const maxPixels = 40e6;
/** Above this resolution, text recognition does not improve and barcodes become slow. */
const maxSide = 2048;

// One image at a time and no cache, to save memory at the cost of time.
sharp.concurrency(1);
sharp.cache(false);

const openedAs = new Set<string>(['jpeg', 'png', 'webp']);

async function open(file: Uint8Array): Promise<Sharp> {
  const image = sharp(file, {
    // Rejected by the header alone, before any pixel is decoded.
    limitInputPixels: maxPixels,
    limitInputChannels: 4,
    pages: 1,
    failOn: 'error',
    sequentialRead: true,
  });
  const { format } = await image.metadata();
  if (!openedAs.has(format)) throw new UnreadableImageError('type');
  return image;
}

function refusal(error: unknown): UnreadableImageError {
  if (error instanceof UnreadableImageError) return error;
  const tooLarge = error instanceof Error && /pixel limit|exceeds/i.test(error.message);
  return new UnreadableImageError(tooLarge ? 'too-large' : 'broken', { cause: error });
}

/** Rotated according to EXIF, without transparency, and reduced to the resolution that reading needs. */
export async function openPhoto(file: Uint8Array): Promise<Photo> {
  // libvips would open far more formats than these three.
  if (imageTypeOf(file) === null) throw new UnreadableImageError('type');
  try {
    const image = await open(file);
    const { data, info } = await image
      .autoOrient()
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw refusal(error);
  }
}
