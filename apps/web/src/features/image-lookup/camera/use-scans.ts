import type { LabelReading } from '@warranty/contracts/image-lookup';
import { deviceOn, type ScannedDevice } from '@warranty/domain/label/scanned-device';
import { useState } from 'react';
import { drawImage } from '../../../lib/files/image-shrink.ts';
import { fitWithin } from '../../../lib/files/image-size.ts';
import { formatCount } from '../../../lib/format/format-number.ts';
import { createStoredList } from '../../../lib/storage/stored-list.ts';
import { toastWithUndo } from '../../../ui/feedback/undo-toast.ts';
import { cropAt } from '../photo/crop.ts';
import { drawCrop } from '../photo/PhotoCanvas.tsx';
import type { Photo } from '../photo/photo.ts';
import { playScanFeedback } from './scan-feedback.ts';
import { addDevice, addScan, isScannedDevice, maxScans, type Scan } from './scan-list.ts';

/** Stored for this tab: without it, a reload could lose an hour of scanning. */
const scans = createStoredList({
  key: 'scanned-devices',
  storage: 'session',
  maxItems: maxScans,
  isItem: isScannedDevice,
  idOf: ({ serial }) => serial,
  newest: 'last',
});

/** Not stored: pictures of a thousand labels are larger than the storage of a browser. */
const thumbnails = new Map<string, string>();

/** The devices collected so far and the outcome of the last scan. */
export function useScans() {
  const list = scans.useItems();
  const [last, setLast] = useState<Scan | null>(null);
  const take = (scan: Scan) => {
    // A label that stays in view is read again in every frame.
    if (scan.kind === 'known' && last?.kind !== 'refused' && last?.serial === scan.serial) return;
    setLast(scan);
    if (scan.kind !== 'added') return;
    scans.change(scan.list);
    playScanFeedback();
  };
  const remove = (title: string, isRemoved: (device: ScannedDevice) => boolean) => {
    setLast(null);
    toastWithUndo({ title, undo: scans.remove(isRemoved) });
  };
  return {
    list,
    last,
    /** Not `list`: several scans can arrive before the page renders again. */
    add: (text: string) => take(addScan(scans.current(), text)),
    /** Returns false if no serial number was read. */
    addReading: (photo: Photo, reading: LabelReading): boolean => {
      const device = deviceOn(reading);
      if (!device) return false;
      const scan = addDevice(scans.current(), device);
      const thumbnail = scan.kind === 'added' && thumbnailOf(photo, reading);
      if (thumbnail) thumbnails.set(device.serial, thumbnail);
      take(scan);
      return true;
    },
    change: (changed: ScannedDevice) =>
      scans.change(scans.current().map((device) => (device.serial === changed.serial ? changed : device))),
    remove: (serial: string) => remove(`${serial} removed`, (device) => device.serial === serial),
    clear: () => remove(`${formatCount(list.length, 'device')} removed`, () => true),
    /** A picture of the label as a data URL, if the device was read from a photo on this page. */
    thumbnailFor: (serial: string): string | null => thumbnails.get(serial) ?? null,
  };
}

/** Sharp at twice the size on the page, and a few kilobytes. */
const longSide = 320;
const quality = 0.7;
/** Users cannot read bars, so the label around them is shown too. */
const aroundBars = 3;

/** The part of the photo that was read, straightened, as a data URL. */
function thumbnailOf({ pixels }: Photo, { serialNumber, place, barcodeData }: LabelReading): string {
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
  drawCrop(context, pixels, { ...crop, scale, size });
  return canvas.toDataURL('image/jpeg', quality);
}
