import sharp, { type Sharp } from 'sharp';
import type { Photo } from './photo.ts';

const greenOf = (data: Uint8Array, width: number, x: number, y: number) =>
  data[(y * width + x) * 3 + 1] as number;

/**
 * Estimates the noise: the mean response of a filter that is zero for flat areas, gradients and edges. In brightness
 * levels, sampled at every third pixel.
 */
function noiseOf({ data, width, height }: Photo): number {
  let sum = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 3) {
    for (let x = 1; x < width - 1; x += 3) {
      const at = (dx: number, dy: number) => greenOf(data, width, x + dx, y + dy);
      const corners = at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1);
      const sides = at(0, -1) + at(-1, 0) + at(1, 0) + at(0, 1);
      sum += Math.abs(corners - 2 * sides + 4 * at(0, 0));
      count++;
    }
  }
  return count === 0 ? 0 : (Math.sqrt(Math.PI / 2) / 6) * (sum / count);
}

/** The brightness range without the darkest and lightest outliers. */
function rangeOf({ data }: Photo): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let i = 1; i < data.length; i += 9) {
    counts[data[i] as number] = (counts[data[i] as number] as number) + 1;
    total++;
  }
  const percentile = (share: number) => {
    let sum = 0;
    return counts.findIndex((count) => {
      sum += count;
      return sum >= share * total;
    });
  };
  return percentile(0.99) - percentile(0.01);
}

const open = ({ data, width, height }: Photo) => sharp(data, { raw: { width, height, channels: 3 } });
const normalized = (image: Sharp) => image.normalise({ lower: 1, upper: 99 });
const toPhoto = async (photo: Photo, image: Sharp): Promise<Photo> => ({
  ...photo,
  data: await image.raw().toBuffer(),
});

const noisy = 0.02;
const darkRange = 140;

/** Brightens dark photos and smooths noisy ones; returns others unchanged. */
export async function prepare(photo: Photo): Promise<Photo> {
  const range = Math.max(1, rangeOf(photo));
  const noise = noiseOf(photo) / range;
  if (range >= darkRange && noise < noisy) return photo;
  let image = open(photo);
  if (noise >= noisy) image = image.blur(Math.min(1.4, 0.6 + 6 * noise));
  if (range < darkRange) image = normalized(image);
  return toPhoto(photo, image);
}

export const brightened = (photo: Photo) => toPhoto(photo, normalized(open(photo)));
export const sharpened = (photo: Photo) => toPhoto(photo, normalized(open(photo)).sharpen({ sigma: 1 }));
