import type { DecodedBarcode } from '@warranty/domain/label/barcodes';

export interface BarcodeRequest {
  id: number;
  picture: ImageBitmap;
  /** The image is scaled down to this size before decoding. */
  side: number;
}

/** Corners are fractions of the image's width and height, clockwise from the code's own upper left corner. */
export type BarcodeReply =
  | { id: number; kind: 'codes'; codes: DecodedBarcode[] }
  | { id: number; kind: 'failed'; message: string };
