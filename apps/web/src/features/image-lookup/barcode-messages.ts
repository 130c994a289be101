import type { DecodedBarcode } from '@warranty/domain/label/barcodes';

export interface BarcodeRequest {
  id: number;
  picture: ImageBitmap;
  /** Looked at no larger than this. */
  side: number;
}

/** Corners are shares of the picture's width and height, from the code's own upper left one and clockwise. */
export type BarcodeReply =
  | { id: number; kind: 'codes'; codes: DecodedBarcode[] }
  | { id: number; kind: 'failed'; message: string };
