import type { LabelReading } from '@warranty/contracts/image-lookup';
import type { Agreement } from '@warranty/domain/label/agreement';
import { readBarcodes } from '@warranty/domain/label/barcodes';
import { candidatesIn } from '@warranty/domain/label/candidates';
import { hasProof, type LabelFindings, labelReading } from '@warranty/domain/label/reading';
import type { Box } from './boxes.ts';
import { type FindCodes, openCodeFinder } from './codes.ts';
import { areaAround, type DetectionOptions } from './detection.ts';
import { type FoundLine, type Readers, readLines } from './lines.ts';
import { modelFiles } from './model-files.ts';
import { lazily, loadOnnxModel } from './models.ts';
import { openPhoto, type Photo } from './photo.ts';
import { brightened, prepare, sharpened } from './prepare.ts';
import { openReader, openSecondReader, openThirdReader, type ReadLine } from './recognizer.ts';
import { secondOpinion } from './second-opinion.ts';

export { UnreadableImageError } from './unreadable-image.ts';

export interface LabelReader {
  /**
   * Throws UnreadableImageError if the file cannot be opened. A photo without a label returns a reading without a serial.
   */
  read(image: Uint8Array): Promise<LabelReading>;
}

interface Parts {
  findCodes(): Promise<FindCodes>;
  readers(): Promise<Readers>;
  secondReader(): Promise<ReadLine>;
  thirdReader(): Promise<ReadLine>;
}

const firstLook: DetectionOptions = { side: 640 };
const secondLook: DetectionOptions = { side: 960, widen: 1.9 };
/** Text smaller than this share of the serial number's height is not worth reading. */
const smallPrint = 0.5;

async function openReaders(): Promise<Readers> {
  return {
    detection: await loadOnnxModel(modelFiles.detection()),
    direction: await loadOnnxModel(modelFiles.direction()),
    reader: await openReader(),
  };
}

/** Already proven, or read with confidence and nothing left that could be an express service code. */
function isEnough(lines: readonly FoundLine[], next: Box | undefined): boolean {
  const [best] = candidatesIn([lines]);
  if (!best) return false;
  if (best.proof !== null) return true;
  const its = lines.find((line) => best.symbols.some((symbol) => symbol.line === line));
  const restIsSmall = (next?.height ?? 0) < smallPrint * (its?.box.height ?? 0);
  return restIsSmall && best.hasLabel && best.isTypical && !best.contradicted && best.probability > 0.5;
}

/** One pass with both networks; its findings are added to those of earlier passes. */
async function lookAt(
  parts: Parts,
  photo: Photo,
  look: DetectionOptions,
  looks: FoundLine[][],
  agreements: Agreement[],
) {
  const lines = await readLines(await parts.readers(), photo, look, isEnough);
  looks.push(lines);
  const candidates = candidatesIn(looks);
  const own = candidatesIn([lines]);
  if (candidates[0]?.proof || own.length === 0) return candidates;
  const opinion = await secondOpinion(parts, photo, lines, own);
  agreements.push(...opinion.agreements);
  if (opinion.lines.length > 0) looks.push(opinion.lines);
  return candidatesIn(looks);
}

async function readLabel(parts: Parts, image: Uint8Array): Promise<LabelReading> {
  const photo = await openPhoto(image);
  const prepared = await prepare(photo);
  const findCodes = await parts.findCodes();
  const findings: LabelFindings = {
    barcodes: readBarcodes(await findCodes(prepared)),
    lines: [],
    candidates: [],
    agreements: [],
    width: photo.width,
    height: photo.height,
  };
  if (hasProof(findings)) return labelReading(findings);
  const looks: FoundLine[][] = [];
  const agreements: Agreement[] = [];
  const found = async (picture: Photo, look: DetectionOptions): Promise<LabelFindings> => {
    const candidates = await lookAt(parts, picture, look, looks, agreements);
    const lines = looks.reduce((a, b) => (b.length > a.length ? b : a));
    return { ...findings, candidates, agreements, lines };
  };
  const first = await found(prepared, firstLook);
  if (hasProof(first)) return labelReading(first);
  // A smoothed photo is now read unsmoothed: what helps one photo hides the text of another.
  const changed = prepared !== photo;
  if (changed) findings.barcodes = readBarcodes(await findCodes(photo));
  const other = changed ? await brightened(photo) : await sharpened(photo);
  const area = areaAround(
    looks.flat().flatMap(({ corners }) => corners),
    photo,
  );
  return labelReading(await found(other, { ...secondLook, area }));
}

/** Everything is loaded when it is first needed: a barcode alone needs no network. */
export async function createLabelReader(): Promise<LabelReader> {
  const parts: Parts = {
    findCodes: lazily(openCodeFinder),
    readers: lazily(openReaders),
    secondReader: lazily(openSecondReader),
    thirdReader: lazily(openThirdReader),
  };
  return { read: (image) => readLabel(parts, image) };
}
