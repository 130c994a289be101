import type { LabelReading, LabelSuggestion } from '@warranty/contracts/image-lookup';
import { type Agreement, agreementConfidence, findProof } from './agreement.ts';
import type { BarcodeReading, Point } from './barcodes.ts';
import type { SerialCandidate } from './candidates.ts';
import { detailsOf, type LabelDetails } from './details.ts';
import { placeOf, type TextLine } from './text.ts';

/** Everything found in one photo. */
export interface LabelFindings {
  barcodes: BarcodeReading;
  /** From the pass that shows most of the label. */
  lines: readonly TextLine[];
  candidates: readonly SerialCandidate[];
  agreements: readonly Agreement[];
  /** Size of the photo, in the same unit as the corners. */
  width: number;
  height: number;
}

type Answer = Pick<
  LabelReading,
  'serialNumber' | 'manufacturer' | 'confidence' | 'proof' | 'explanation' | 'place'
>;

/** Upper limit for suggestions, so that they rank below proven results. */
const maxSuggestionConfidence = 0.64;
const maxSuggestions = 3;

const round = (value: number) => Math.round(value * 1000) / 1000;
const share = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

function sharesOf(
  points: readonly Point[] | null | undefined,
  { width, height }: LabelFindings,
): Point[] | null {
  if (!points || points.length === 0) return null;
  return points.map(({ x, y }) => ({ x: share(x / width), y: share(y / height) }));
}

function answerOf(findings: LabelFindings): Answer | null {
  const { barcodes, candidates, agreements } = findings;
  if (barcodes.proof) {
    const { serialNumber, manufacturer, confidence, proof, explanation, code } = barcodes;
    return {
      serialNumber,
      manufacturer,
      confidence,
      proof,
      explanation,
      place: sharesOf(code?.corners, findings),
    };
  }
  const candidate = candidates.find(({ proof }) => proof !== null);
  if (candidate) {
    const { serialNumber, manufacturer, probability, proof, explanation, symbols } = candidate;
    const place = sharesOf(placeOf(symbols), findings);
    return { serialNumber, manufacturer, confidence: probability, proof, explanation, place };
  }
  const agreement = findProof(agreements);
  if (!agreement) return null;
  return {
    serialNumber: agreement.candidate.serialNumber,
    manufacturer: agreement.candidate.manufacturer,
    confidence: round(0.9 + 0.09 * agreementConfidence(agreement)),
    proof: 'two-readings',
    explanation: 'Confirmed by two independent readings of the label.',
    place: sharesOf(placeOf(agreement.candidate.symbols), findings),
  };
}

/** True if a serial number is proven, so that further passes are unnecessary. */
export const hasProof = (findings: LabelFindings): boolean => answerOf(findings) !== null;

function suggestionOf(candidate: SerialCandidate, findings: LabelFindings): LabelSuggestion {
  const agreement = findings.agreements.find(
    (each) => each.candidate.serialNumber === candidate.serialNumber,
  );
  const confidence = agreement ? 0.4 + 0.3 * agreement.probability : 0.4 * candidate.probability;
  return {
    serialNumber: candidate.serialNumber,
    manufacturer: candidate.manufacturer,
    confidence: round(Math.min(maxSuggestionConfidence, confidence)),
    reason: agreement
      ? 'Two readings agree, but the photo is too unclear to be sure.'
      : candidate.explanation,
    place: sharesOf(placeOf(candidate.symbols), findings),
  };
}

function fromBarcode(findings: LabelFindings): LabelSuggestion[] {
  const { serialNumber, rivals, manufacturer, confidence, explanation, code } = findings.barcodes;
  if (serialNumber === null) return [];
  return [serialNumber, ...rivals].map((each) => ({
    serialNumber: each,
    manufacturer,
    confidence: Math.min(maxSuggestionConfidence, confidence),
    reason: explanation ?? '',
    place: each === serialNumber ? sharesOf(code?.corners, findings) : null,
  }));
}

function suggestionsOf(findings: LabelFindings): LabelSuggestion[] {
  const read = findings.candidates.map((candidate) => suggestionOf(candidate, findings));
  return [...fromBarcode(findings), ...read]
    .filter(({ confidence }) => confidence >= 0.02)
    .toSorted((a, b) => b.confidence - a.confidence)
    .filter((one, i, all) => all.findIndex(({ serialNumber }) => serialNumber === one.serialNumber) === i)
    .slice(0, maxSuggestions);
}

function silence(
  findings: LabelFindings,
  suggestions: readonly LabelSuggestion[],
  details: LabelDetails,
): Answer {
  let explanation = 'No serial number was found in the photo.';
  if (findings.barcodes.rivals.length > 0) explanation = 'The photo shows barcodes of more than one device.';
  else if (suggestions.length > 0) explanation = 'A serial number was read but could not be verified.';
  else if (details.text === '') explanation = 'No text was found in the photo.';
  const { manufacturer } = details;
  return { serialNumber: null, manufacturer, confidence: 0, proof: null, explanation, place: null };
}

/** Builds the reply: a proven serial number is the result, unproven ones are suggestions. */
export function labelReading(findings: LabelFindings): LabelReading {
  const details = detailsOf(findings.lines);
  const answer = answerOf(findings);
  const suggestions = answer ? [] : suggestionsOf(findings);
  const { barcodes } = findings;
  return {
    ...(answer ?? silence(findings, suggestions, details)),
    modelNumber: barcodes.modelNumber ?? details.modelNumber,
    partNumber: barcodes.partNumber ?? details.partNumber,
    barcodeData: barcodes.code?.text ?? null,
    rawText: details.text,
    suggestions,
  };
}
