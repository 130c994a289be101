import type { LabelReading, LabelSuggestion } from '@warranty/contracts/image-lookup';
import { type DecodedBarcode, readBarcodes } from '@warranty/domain/label/barcodes';

const placeOf = (code: DecodedBarcode | null) => (code?.corners ? [...code.corners] : null);

/** The reading that the barcodes prove without any text; null if they prove no serial number. */
export function provenLabel(codes: readonly DecodedBarcode[]): LabelReading | null {
  const { code, rivals, ...found } = readBarcodes(codes);
  if (!found.serialNumber || !found.proof) return null;
  return {
    ...found,
    barcodeData: code?.text ?? null,
    rawText: codes.map(({ text }) => text).join('\n'),
    place: placeOf(code),
    suggestions: [],
  };
}

/** Serial numbers that the barcodes suggest but do not prove. */
function suggestionsOf(codes: readonly DecodedBarcode[]): LabelSuggestion[] {
  const { serialNumber, manufacturer, proof, confidence, explanation, code, rivals } = readBarcodes(codes);
  if (!serialNumber || proof) return [];
  const reason = explanation ?? 'Read from a barcode but not verified.';
  const placeFor = (serial: string) => placeOf(codes.find(({ text }) => text.includes(serial)) ?? code);
  return [serialNumber, ...rivals].map((serial) => ({
    serialNumber: serial,
    manufacturer,
    confidence,
    reason,
    place: placeFor(serial),
  }));
}

/** The server reads a downscaled photo. Adds what only the original shows, as suggestions to check. */
export function withOwnCodes(reading: LabelReading, codes: readonly DecodedBarcode[]): LabelReading {
  if (reading.serialNumber) return reading;
  const own = suggestionsOf(codes);
  const ownOf = (serial: string) => own.find(({ serialNumber }) => serialNumber === serial);
  const known = reading.suggestions.map((suggestion) => ({
    ...suggestion,
    place: suggestion.place ?? ownOf(suggestion.serialNumber)?.place ?? null,
  }));
  const isNew = ({ serialNumber }: LabelSuggestion) =>
    !known.some((suggestion) => suggestion.serialNumber === serialNumber);
  return {
    ...reading,
    barcodeData: reading.barcodeData ?? codes[0]?.text ?? null,
    suggestions: [...known, ...own.filter(isNew)],
  };
}
