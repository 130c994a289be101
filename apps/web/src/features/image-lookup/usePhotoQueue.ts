import { useEffect, useRef, useState } from 'react';
import { messages } from './messages.ts';
import { openPhoto, PhotoError } from './photo.ts';
import { readPhoto } from './read-photo.ts';

interface UnreadPhoto {
  file: File;
  reason: string;
}

export interface PhotoQueue {
  /** Null if no photo is being read. */
  reading: { at: number; total: number } | null;
  unread: UnreadPhoto[];
  add(files: readonly File[]): void;
  retry(): void;
}

/** The serial number on the photo. */
async function serialOn(file: File, signal: AbortSignal): Promise<string> {
  const photo = await openPhoto(file);
  try {
    const { serialNumber } = await readPhoto(photo, () => undefined, signal);
    if (!serialNumber) throw new PhotoError(messages.noIdentifiers);
    return serialNumber;
  } finally {
    photo.pixels.close();
  }
}

/** Reads photos one after the other, in the order they were chosen, and collects those that could not be read. */
export function usePhotoQueue(onSerial: (serial: string) => void): PhotoQueue {
  const [reading, setReading] = useState<PhotoQueue['reading']>(null);
  const [unread, setUnread] = useState<UnreadPhoto[]>([]);
  const waiting = useRef<File[]>([]);
  const controller = useRef<AbortController | null>(null);
  const told = useRef(onSerial);
  told.current = onSerial;
  useEffect(() => () => controller.current?.abort(), []);

  const readAll = async (signal: AbortSignal) => {
    for (let at = 1; waiting.current.length > 0; at += 1) {
      const [file] = waiting.current.splice(0, 1);
      if (!file) break;
      setReading({ at, total: at + waiting.current.length });
      try {
        const serial = await serialOn(file, signal);
        if (signal.aborted) return;
        told.current(serial);
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof PhotoError ? error.message : messages.processFailed;
        setUnread((before) => [...before, { file, reason }]);
      }
    }
    controller.current = null;
    setReading(null);
  };

  const add = (files: readonly File[]) => {
    waiting.current.push(...files);
    if (controller.current) return;
    controller.current = new AbortController();
    readAll(controller.current.signal);
  };

  return {
    reading,
    unread,
    add,
    retry: () => {
      setUnread([]);
      add(unread.map(({ file }) => file));
    },
  };
}
