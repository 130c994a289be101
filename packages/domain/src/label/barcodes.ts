import type { ReadingProof } from '@warranty/contracts/image-lookup';
import { expressServiceCode, tagOfExpressCode } from '../identifiers.ts';
import { strongSerials } from '../manufacturer-data.ts';
import { toVendorSerial } from '../vendor-serial.ts';
import { partOfPpid } from './ppid.ts';
import { dell, formOf, serialFormats } from './serial-formats.ts';

export interface Point {
  x: number;
  y: number;
}

export interface DecodedBarcode {
  text: string;
  /** zxing's name: QRCode, Code128... */
  format: string;
  corners?: readonly Point[];
}

/** What the barcodes of one photo contain; all fields are null if they contain nothing usable. */
export interface BarcodeReading {
  serialNumber: string | null;
  manufacturer: string | null;
  modelNumber: string | null;
  partNumber: string | null;
  /** Null: the serial number is a guess that must be checked. */
  proof: ReadingProof | null;
  confidence: number;
  explanation: string | null;
  /** The barcode that was used, otherwise the first. */
  code: DecodedBarcode | null;
  /** Other serial numbers in the same photo. */
  rivals: readonly string[];
}

interface Finding {
  serial: string;
  manufacturer: string;
  confidence: number;
  proof: ReadingProof | null;
  model?: string;
  part?: string;
  explanation: string;
  code: DecodedBarcode;
}

/** If a path contains the host twice, only the first is tried: whatever follows the second also follows the first. */
const dellAddress =
  /(?:SERVICETAG\/|[?&](?:ST|SERVICETAG|SVCTAG)=|QRL\.DELL\.COM\/(?<!QRL\.DELL\.COM\/[^?#]*?QRL\.DELL\.COM\/)(?:[^?#]*\/)?)([0-9A-Z]{7})(?![0-9A-Z])/;
const tagWithCode = /^([0-9A-Z]{7})[,;|\s]+(\d{9,11})$/;
const lenovoBarcode = /^1S([0-9A-Z]{10})[0-9A-Z]{8}$/;
const productAndSerial = /^([0-9A-Z][0-9A-Z/-]{3,})[,;|\s]+([0-9A-Z]{11})$/;
const labelled = /^(?:S\/?N|SERIAL(?: ?(?:NO|NUMBER))?)[\s:#.]*(?=[0-9A-Z])/;

const shortName: Record<string, string> = { QRCode: 'QR code', DataMatrix: 'Data Matrix code' };
const named = ({ format }: DecodedBarcode) => `The ${shortName[format] ?? 'barcode'}`;

function fromDell(text: string, code: DecodedBarcode): Finding | null {
  const base = { manufacturer: 'Dell', code };
  const pair = tagWithCode.exec(text);
  if (pair?.[1] && expressServiceCode(pair[1]) === pair[2]) {
    const explanation = `${named(code)} contains the service tag and its matching express service code.`;
    return { ...base, serial: pair[1], confidence: 0.99, proof: 'express-service-code', explanation };
  }
  const tag = dellAddress.exec(text)?.[1];
  if (tag && dell.matches(tag)) {
    const explanation = `${named(code)} contains a Dell support URL with the service tag.`;
    return { ...base, serial: tag, confidence: 0.99, proof: 'barcode', explanation };
  }
  // Seven digits alone could just as well be an asset number.
  if (!dell.matches(text) || !/[A-Z]/.test(text)) return null;
  const usual = dell.usual(text);
  return {
    ...base,
    serial: text,
    confidence: usual ? 0.95 : 0.6,
    proof: usual ? 'barcode' : null,
    explanation: usual
      ? `${named(code)} contains a service tag.`
      : `${named(code)} contains seven characters that may be a service tag.`,
  };
}

function fromOthers(text: string, code: DecodedBarcode): Finding | null {
  const part = lenovoBarcode.exec(text)?.[1];
  if (part) {
    const explanation = `${named(code)} contains a Lenovo machine type and serial number.`;
    const serial = toVendorSerial('Lenovo', text);
    return { manufacturer: 'Lenovo', serial, part, confidence: 0.98, proof: 'barcode', explanation, code };
  }
  const product = productAndSerial.exec(text);
  if (product?.[1] && product[2] && formOf('Cisco')?.matches(product[2])) {
    const explanation = `${named(code)} contains a Cisco product ID and serial number.`;
    const [, model, serial] = product;
    return { manufacturer: 'Cisco', serial, model, confidence: 0.98, proof: 'barcode', explanation, code };
  }
  const strong = strongSerials.find(({ manufacturer, form }) => !formOf(manufacturer) && form.test(text));
  if (strong) {
    const { manufacturer } = strong;
    const explanation = `${named(code)} contains a ${manufacturer} serial number.`;
    return { manufacturer, serial: text, confidence: 0.98, proof: 'barcode', explanation, code };
  }
  const form = serialFormats.find(
    (each) => each !== dell && each.matches(text) && each.usual(text) && /\d/.test(text),
  );
  if (!form) return null;
  const explanation = `${named(code)} contains a serial number in ${form.manufacturer}'s format.`;
  return {
    manufacturer: form.manufacturer,
    serial: text,
    confidence: 0.95,
    proof: 'barcode',
    explanation,
    code,
  };
}

function findingIn(code: DecodedBarcode): Finding | null {
  const text = code.text.trim().toUpperCase();
  const bare = text.replace(labelled, '');
  return fromDell(bare, code) ?? fromOthers(bare, code);
}

/** Checks for a second barcode with the express service code in digits. */
function withCodeBeside(finding: Finding, codes: readonly DecodedBarcode[]): Finding {
  const beside = codes.some(({ text }) => tagOfExpressCode(text.replaceAll(/[\s-]/g, '')) === finding.serial);
  if (finding.manufacturer !== 'Dell' || !beside) return finding;
  const explanation = 'The barcodes contain the service tag and its matching express service code.';
  return { ...finding, confidence: 0.99, proof: 'express-service-code', explanation };
}

const nothing: BarcodeReading = {
  serialNumber: null,
  manufacturer: null,
  modelNumber: null,
  partNumber: null,
  proof: null,
  confidence: 0,
  explanation: null,
  code: null,
  rivals: [],
};

export function readBarcodes(codes: readonly DecodedBarcode[]): BarcodeReading {
  const findings = codes
    .map(findingIn)
    .filter((finding) => finding !== null)
    .map((finding) => withCodeBeside(finding, codes))
    .toSorted((a, b) => b.confidence - a.confidence);
  const part = codes.map(({ text }) => partOfPpid(text)).find((found) => found !== null) ?? null;
  const [best] = findings;
  if (!best) return { ...nothing, partNumber: part, code: codes[0] ?? null };
  const rivals = findings.filter(({ serial, proof }) => proof !== null && serial !== best.serial);
  const alone = rivals.length === 0;
  return {
    serialNumber: best.serial,
    manufacturer: best.manufacturer,
    modelNumber: best.model ?? null,
    partNumber: best.part ?? part,
    proof: alone ? best.proof : null,
    confidence: alone ? best.confidence : 0.5,
    explanation: alone ? best.explanation : 'The photo shows barcodes of more than one device.',
    code: best.code,
    rivals: [...new Set(rivals.map(({ serial }) => serial))],
  };
}
