import type { LabelReading } from '@warranty/contracts/image-lookup';
import { drawImage } from '../../lib/image-shrink.ts';
import { fitWithin } from '../../lib/image-size.ts';
import { cropAt } from './crop.ts';
import type { Photo } from './photo.ts';

/** Sharp at twice the size on the page, and a few kilobytes. */
const longSide = 320;
const quality = 0.7;

/** The printed serial number, straightened. Users cannot read bars, so for a barcode the whole photo is shown. */
export function thumbnailOf({ pixels }: Photo, { serialNumber, place, barcodeData }: LabelReading): string {
  const isBarcode = barcodeData?.includes(serialNumber ?? '') ?? false;
  const crop = isBarcode ? null : cropAt(place, pixels);
  if (!crop) return drawImage(pixels, fitWithin(pixels, longSide)).toDataURL('image/jpeg', quality);
  const size = fitWithin(crop, longSide);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  const scale = size.width / crop.width;
  context?.translate(size.width / 2, size.height / 2);
  context?.scale(scale, scale);
  context?.rotate(-crop.angle);
  context?.drawImage(pixels, -crop.center.x, -crop.center.y);
  return canvas.toDataURL('image/jpeg', quality);
}
