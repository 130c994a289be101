import type { Point } from '@warranty/domain/label/barcodes';
import { useEffect, useRef } from 'react';
import { fitWithin, type Size } from '../../../lib/files/image-size.ts';
import { type Crop, cropAt } from './crop.ts';
import { Outline } from './Outline.tsx';
import type { Photo } from './photo.ts';

const shownSide = 960;

interface DrawingProps extends Size {
  /** Called after every render. */
  draw: (context: CanvasRenderingContext2D) => void;
  label: string;
  className: string;
}

function Drawing({ width, height, draw, label, className }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.resetTransform();
    context.clearRect(0, 0, width, height);
    draw(context);
  });
  return <canvas ref={canvas} {...{ width, height, className }} role="img" aria-label={label} />;
}

/** A photo, scaled down to the display size. `place` has the corners of the area to outline. */
export function PhotoCanvas({ photo, place }: { photo: Photo; place?: readonly Point[] | null }) {
  const { name, pixels } = photo;
  const size = fitWithin(pixels, shownSide);
  return (
    <div className="relative mx-auto w-fit max-w-full overflow-hidden rounded-control border border-line bg-sunken">
      <Drawing
        {...size}
        // A closed bitmap has no width.
        draw={(context) => pixels.width > 0 && context.drawImage(pixels, 0, 0, size.width, size.height)}
        label={`Photo ${name}`}
        className="block max-h-72 max-w-full"
      />
      {place && <Outline place={place} />}
    </div>
  );
}

/** Draws the crop into the middle of a canvas of this size. */
export function drawCrop(
  context: CanvasRenderingContext2D,
  pixels: ImageBitmap,
  { center, angle, scale, size }: Pick<Crop, 'center' | 'angle'> & { scale: number; size: Size },
): void {
  context.translate(size.width / 2, size.height / 2);
  context.scale(scale, scale);
  context.rotate(-angle);
  context.drawImage(pixels, -center.x, -center.y);
}

const cropWidth = 640;
const cropHeight = 320;

interface PhotoCropProps {
  photo: Photo;
  place: readonly Point[];
  label: string;
}

/** The part that was read, straightened and enlarged, so that the user can compare it with the text. */
export function PhotoCrop({ photo: { pixels }, place, label }: PhotoCropProps) {
  const crop = pixels.width > 0 ? cropAt(place, pixels) : null;
  if (!crop) return null;
  const scale = Math.min(cropWidth / crop.width, cropHeight / crop.height, 4);
  const size = { width: Math.ceil(crop.width * scale), height: Math.ceil(crop.height * scale) };
  return (
    <div className="overflow-hidden rounded-control border border-line bg-sunken p-2">
      <Drawing
        {...size}
        draw={(context) => {
          context.imageSmoothingQuality = 'high';
          drawCrop(context, pixels, { ...crop, scale, size });
        }}
        label={label}
        className="mx-auto block max-h-32 max-w-full rounded-sm"
      />
    </div>
  );
}
