import type { LabelReading } from '@warranty/contracts/image-lookup';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../messages.ts';
import { openPhoto, type Photo, PhotoError } from './photo.ts';
import { readPhoto } from './read-photo.ts';

export type PhotoQueue = ReturnType<typeof usePhotoQueue>;

/** Takes what was read from a photo. Returns false without a serial number. */
type OnReading = (photo: Photo, reading: LabelReading) => boolean;

async function read(file: File, onReading: OnReading, signal: AbortSignal): Promise<void> {
  const photo = await openPhoto(file);
  try {
    const reading = await readPhoto(photo, () => undefined, signal);
    if (!signal.aborted && !onReading(photo, reading)) throw new PhotoError(messages.noIdentifiers);
  } finally {
    photo.pixels.close();
  }
}

/** Reads photos one after the other, in the order they were chosen, and collects those that could not be read. */
export function usePhotoQueue(onReading: OnReading) {
  /** Null if no photo is being read. */
  const [reading, setReading] = useState<{ at: number; total: number } | null>(null);
  const [unread, setUnread] = useState<{ file: File; reason: string }[]>([]);
  const waiting = useRef<File[]>([]);
  const controller = useRef<AbortController | null>(null);
  const latest = useRef(onReading);
  latest.current = onReading;
  useEffect(() => () => controller.current?.abort(), []);

  const readAll = async (signal: AbortSignal) => {
    for (let at = 1; waiting.current.length > 0; at += 1) {
      const [file] = waiting.current.splice(0, 1);
      if (!file) break;
      setReading({ at, total: at + waiting.current.length });
      try {
        await read(file, (photo, reading) => latest.current(photo, reading), signal);
        if (signal.aborted) return;
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
