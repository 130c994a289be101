import { fitWithin, type Size } from './image-size.ts';

/** Uploads are at most this wide and high, as a JPEG of this quality. */
export const maxUploadSide = 1024;
const shrunkType = 'image/jpeg';
const quality = 0.8;

/** Draws the image on white: transparent parts would turn black in a JPEG. */
export function drawImage(picture: CanvasImageSource, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available in this browser');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Encodes the canvas as a JPEG. */
export function toFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob
        ? resolve(new File([blob], name, { type: shrunkType }))
        : reject(new Error('The image could not be compressed'));
    canvas.toBlob(take, shrunkType, quality);
  });
}

export function shrinkImage(picture: CanvasImageSource & Size, name: string): Promise<File> {
  return toFile(drawImage(picture, fitWithin(picture, maxUploadSide)), name);
}
