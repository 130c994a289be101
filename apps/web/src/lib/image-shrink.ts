import { fitWithin, type Size } from './image-size.ts';

/** What is sent is at most this wide and high, as a JPEG of this quality. */
export const maxUploadSide = 1024;
export const shrunkType = 'image/jpeg';
const quality = 0.8;

/** Draws the picture as it is to be looked at: a see-through part would turn black. */
export function drawImage(picture: CanvasImageSource, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas to draw on');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** As a JPEG. */
export function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob
        ? resolve(new File([blob], name, { type: shrunkType }))
        : reject(new Error('The picture could not be compressed'));
    canvas.toBlob(take, shrunkType, quality);
  });
}

export function shrinkImage(picture: CanvasImageSource & Size, name: string): Promise<File> {
  return toFile(drawImage(picture, fitWithin(picture, maxUploadSide)), name);
}
