import type { LabelReading } from '@warranty/contracts/image-lookup';
import type { Point } from '@warranty/domain/label/barcodes';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Photo } from '../photo/photo.ts';
import { createAgreement } from '../result/agreement.ts';
import { provenLabel } from './barcode-label.ts';
import { type BarcodeReader, openBarcodeReader } from './barcode-reader.ts';

/** About seven frames per second; a slow device takes as long as a frame needs. */
const frameEvery = 140;
const frameSide = 1280;

/** Receives the frame that the label was read from. The callee must close its pixels. */
export type OnLabel = (photo: Photo, reading: LabelReading) => void;

/** Null while the camera has no image yet. */
async function nextFrame(video: HTMLVideoElement, reader: BarcodeReader) {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  const pixels = await createImageBitmap(video);
  return { pixels, reading: provenLabel(await reader.codes(pixels, frameSide)) };
}

/** Looks for barcodes in the live camera image while `active`. Returns the position of the code in the last frame. */
export function useLiveScan(
  video: RefObject<HTMLVideoElement | null>,
  active: boolean,
  onLabel: OnLabel,
): readonly Point[] | null {
  const [place, setPlace] = useState<readonly Point[] | null>(null);
  const report = useEffectEvent(onLabel);

  useEffect(() => {
    const element = video.current;
    if (!active || !element) return;
    const reader = openBarcodeReader();
    const isAgreed = createAgreement();
    let timer = 0;
    let stopped = false;

    const look = async () => {
      const startedAt = performance.now();
      const frame = await nextFrame(element, reader).catch(() => null);
      if (frame && !stopped && frame.reading && isAgreed(frame.reading))
        report({ name: 'Camera photo', pixels: frame.pixels }, frame.reading);
      else frame?.pixels.close();
      if (stopped) return;
      setPlace(frame?.reading?.place ?? null);
      timer = window.setTimeout(look, Math.max(0, frameEvery - (performance.now() - startedAt)));
    };
    look();
    return () => {
      stopped = true;
      clearTimeout(timer);
      reader.close();
    };
  }, [active, video]);
  return active ? place : null;
}
