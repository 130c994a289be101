import type { LabelReading, LabelSuggestion } from '@warranty/contracts/image-lookup';
import { type DecodedBarcode, readBarcodes } from '@warranty/domain/label/barcodes';

const placeOf = (code: DecodedBarcode | null) => (code?.corners ? [...code.corners] : null);

/** What barcodes prove without the text around them; null where that needs a closer look. */
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

/** What barcodes let suppose and do not prove. */
function suggestionsOf(codes: readonly DecodedBarcode[]): LabelSuggestion[] {
  const { serialNumber, manufacturer, proof, confidence, explanation, code, rivals } = readBarcodes(codes);
  if (!serialNumber || proof) return [];
  const reason = explanation ?? 'A barcode holds it, and nothing proves it.';
  const placeFor = (serial: string) => placeOf(codes.find(({ text }) => text.includes(serial)) ?? code);
  return [serialNumber, ...rivals].map((serial) => ({
    serialNumber: serial,
    manufacturer,
    confidence,
    reason,
    place: placeFor(serial),
  }));
}

/** The server saw a smaller picture: what only the original showed is added, to be checked. */
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
