import type { imageTypes } from '@warranty/contracts/image-lookup';

type ImageType = (typeof imageTypes)[number];

const startsWith = (file: Uint8Array, text: string, from = 0) =>
  [...text].every((character, index) => file[from + index] === character.charCodeAt(0));

/** Detects the type of a file by its first bytes, regardless of its name; null if it is not supported. */
export function imageTypeOf(file: Uint8Array): ImageType | null {
  if (startsWith(file, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(file, '\x89PNG\r\n\x1a\n')) return 'image/png';
  return startsWith(file, 'RIFF') && startsWith(file, 'WEBP', 8) ? 'image/webp' : null;
}
