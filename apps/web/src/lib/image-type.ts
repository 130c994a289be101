import type { imageTypes } from '@warranty/contracts/image-lookup';

type ImageType = (typeof imageTypes)[number];

const beginsWith = (bytes: Uint8Array, at: number, wanted: readonly number[]) =>
  wanted.every((byte, offset) => bytes[at + offset] === byte);

const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** Detects the type of a file by its first bytes, regardless of its name; null if it is not supported. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (beginsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (beginsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  return beginsWith(bytes, 0, riff) && beginsWith(bytes, 8, webp) ? 'image/webp' : null;
}

export async function readImageType(file: Blob): Promise<ImageType | null> {
  return imageTypeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
}
