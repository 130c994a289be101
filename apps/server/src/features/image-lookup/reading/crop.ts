import type { Box } from './boxes.ts';
import type { Photo } from './photo.ts';

/** The input of a line recognition network: blue, green and red planes with values between -1 and 1. */
export interface Crop {
  input: Float32Array;
  width: number;
  height: number;
}

const lineHeight = 48;

export const cropWidth = ({ width, height }: Box): number =>
  Math.max(16, Math.min(1280, Math.round((lineHeight * width) / height)));

/** The box rotated upright and scaled to the networks' input height, sampled from the photo. */
export function cropLine(photo: Photo, box: Box, width = cropWidth(box)): Crop {
  const size = lineHeight * width;
  const input = new Float32Array(3 * size);
  const [c, s] = [Math.cos(box.angle), Math.sin(box.angle)];
  const [stepX, stepY] = [box.width / width, box.height / lineHeight];
  const samples = Math.max(1, Math.min(3, Math.round(stepY)));
  const pixel = new Float64Array(3);
  const scale = 1 / (samples * samples * 127.5);
  for (let y = 0; y < lineHeight; y++) {
    for (let x = 0; x < width; x++) {
      pixel.fill(0);
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = (x + ((sample % samples) + 0.5) / samples) * stepX - box.width / 2;
        const v = (y + (Math.floor(sample / samples) + 0.5) / samples) * stepY - box.height / 2;
        addPixel(pixel, photo, box.x + u * c - v * s - 0.5, box.y + u * s + v * c - 0.5);
      }
      const at = y * width + x;
      input[at] = (pixel[2] as number) * scale - 1;
      input[size + at] = (pixel[1] as number) * scale - 1;
      input[2 * size + at] = (pixel[0] as number) * scale - 1;
    }
  }
  return { input, width, height: lineHeight };
}

/** Bilinear interpolation; edge pixels are repeated beyond the border. */
function addPixel(sum: Float64Array, { data, width, height }: Photo, atX: number, atY: number): void {
  const x = Math.min(Math.max(atX, 0), width - 1.001);
  const y = Math.min(Math.max(atY, 0), height - 1.001);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const upper = (top * width + left) * 3;
  const lower = upper + width * 3;
  for (let i = 0; i < 3; i++) {
    const above = (data[upper + i] as number) * (1 - fx) + (data[upper + 3 + i] as number) * fx;
    const below = (data[lower + i] as number) * (1 - fx) + (data[lower + 3 + i] as number) * fx;
    sum[i] = (sum[i] as number) + above * (1 - fy) + below * fy;
  }
}
