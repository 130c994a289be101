import type { Point } from '@warranty/domain/label/barcodes';
import sharp from 'sharp';
import { type Box, smallestBox } from './boxes.ts';
import type { OnnxModel } from './models.ts';
import type { Photo } from './photo.ts';
import { regionsAbove } from './regions.ts';

/** An area of a photo in whole pixels. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface DetectionOptions {
  /** The longest side of the network's input. */
  side: number;
  /** Restricts the search to this area. */
  area?: Area | undefined;
  /** How much the network's tight outlines are expanded. */
  widen?: number;
}

const textAbove = 0.3;
const scoreAbove = 0.5;
const minPixels = 12;
/** Maximum input size and enlargement: beyond these, memory use grows but accuracy does not. */
const maxPixels = 500_000;
const maxScale = 1.5;
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

const toStep = (length: number) => Math.max(32, Math.round(length / 32) * 32);

async function resized(photo: Photo, area: Area, width: number, height: number): Promise<Uint8Array> {
  return sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .extract(area)
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
}

function scaleFor({ side, area }: DetectionOptions & { area: Area }): number {
  const most = Math.sqrt(maxPixels / (area.width * area.height));
  return Math.min(side / Math.max(area.width, area.height), most, maxScale);
}

/** Blue, green and red planes, normalized as in the network's training. */
function planes(pixels: Uint8Array): Float32Array {
  const size = pixels.length / 3;
  const input = new Float32Array(pixels.length);
  for (let plane = 0; plane < 3; plane++) {
    const [scale, shift] = [1 / 255 / (deviation[plane] ?? 1), (mean[plane] ?? 0) / (deviation[plane] ?? 1)];
    for (let i = 0; i < size; i++) {
      input[plane * size + i] = (pixels[i * 3 + 2 - plane] as number) * scale - shift;
    }
  }
  return input;
}

/** Finds text in the photo, in photo pixels. */
export async function findText(network: OnnxModel, photo: Photo, look: DetectionOptions): Promise<Box[]> {
  const area = look.area ?? { left: 0, top: 0, width: photo.width, height: photo.height };
  const scale = scaleFor({ ...look, area });
  const [width, height] = [toStep(area.width * scale), toStep(area.height * scale)];
  const input = planes(await resized(photo, area, width, height));
  const { data } = await network.run(input, [1, 3, height, width]);
  const [fx, fy] = [area.width / width, area.height / height];
  return regionsAbove(data, width, height, textAbove)
    .filter(({ pixels, score }) => pixels >= minPixels && score >= scoreAbove)
    .flatMap(({ outline }) => {
      const box = smallestBox(outline.map(({ x, y }) => ({ x: area.left + x * fx, y: area.top + y * fy })));
      if (!box || box.height < 3) return [];
      const more = (box.width * box.height * (look.widen ?? 1.7)) / (2 * (box.width + box.height));
      return [{ ...box, width: box.width + 2 * more, height: box.height + 2 * more }];
    });
}

/** The part of the photo around the points, with a margin, because a label extends beyond its detected text. */
export function areaAround(points: readonly Point[], photo: Photo): Area | undefined {
  if (points.length === 0) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const margin = 0.15 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 200);
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const right = Math.min(photo.width, Math.ceil(Math.max(...xs) + margin));
  const bottom = Math.min(photo.height, Math.ceil(Math.max(...ys) + margin));
  return { left, top, width: right - left, height: bottom - top };
}
