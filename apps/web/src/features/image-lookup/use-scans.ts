import type { LabelReading } from '@warranty/contracts/image-lookup';
import { deviceOn, type ScannedDevice } from '@warranty/domain/label/scanned-device';
import { useState } from 'react';
import { formatCount } from '../../lib/format-number.ts';
import { createStoredList } from '../../lib/stored-list.ts';
import { toastWithUndo } from '../../ui/undo-toast.ts';
import type { Photo } from './photo.ts';
import { playScanFeedback } from './scan-feedback.ts';
import { addDevice, addScan, isScannedDevice, maxScans, type Scan } from './scan-list.ts';
import { thumbnailOf } from './thumbnail.ts';

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
