import sharp, { type Sharp } from 'sharp';
import { UnreadableImageError } from './unreadable-image.ts';

/** Pixels as rows of red, green, blue. */
export interface Photo {
  data: Uint8Array;
  width: number;
  height: number;
}

const maxPixels = 40e6;
/** Finer than this, text gains nothing and barcodes cost much. */
const maxSide = 2048;

// One picture at a time and nothing kept between them: what is saved in time is lost in memory.
sharp.concurrency(1);
sharp.cache(false);

const startsWith = (file: Uint8Array, text: string, at = 0) =>
  file.length >= at + text.length && [...text].every((char, i) => file[at + i] === char.charCodeAt(0));

/** By what the file holds, whatever it is named: libvips would open far more than these three. */
function isPhoto(file: Uint8Array): boolean {
  if (startsWith(file, '\xff\xd8\xff')) return true;
  if (startsWith(file, '\x89PNG\r\n\x1a\n')) return true;
  return startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8);
}

const openedAs = new Set<string>(['jpeg', 'png', 'webp']);

async function open(file: Uint8Array): Promise<Sharp> {
  const image = sharp(file, {
    // Refused from the header alone, before a pixel is held.
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

/** Upright as its EXIF says, without transparency, shrunk where it is larger than reading needs. */
export async function openPhoto(file: Uint8Array): Promise<Photo> {
  if (!isPhoto(file)) throw new UnreadableImageError('type');
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
