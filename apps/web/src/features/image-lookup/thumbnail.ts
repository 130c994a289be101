import type { LabelReading } from '@warranty/contracts/image-lookup';
import { drawImage } from '../../lib/image-shrink.ts';
import { fitWithin } from '../../lib/image-size.ts';
import { cropAt } from './crop.ts';
import type { Photo } from './photo.ts';

/** Sharp at twice the size on the page, and a few kilobytes. */
const longSide = 320;
const quality = 0.7;
/** Users cannot read bars, so the label around them is shown too. */
const aroundBars = 3;

/** The part of the photo that was read, straightened, as a data URL. */
export function thumbnailOf({ pixels }: Photo, { serialNumber, place, barcodeData }: LabelReading): string {
  const crop = cropAt(place, pixels);
  if (!crop) return drawImage(pixels, fitWithin(pixels, longSide)).toDataURL('image/jpeg', quality);
  const around = barcodeData?.includes(serialNumber ?? '') ? aroundBars : 1;
  const size = fitWithin({ width: crop.width * around, height: crop.height * around }, longSide);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) return '';
  const scale = size.width / (crop.width * around);
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.translate(size.width / 2, size.height / 2);
  context.scale(scale, scale);
  context.rotate(-crop.angle);
  context.drawImage(pixels, -crop.center.x, -crop.center.y);
  return canvas.toDataURL('image/jpeg', quality);
}
