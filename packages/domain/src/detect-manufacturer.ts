import { vendors } from '@warranty/contracts/vendors';
import { isPlaceholder, readIdentifier } from './identifiers.ts';
import {
  familyPatternIn,
  familyWordIn,
  findManufacturerName,
  findOtherManufacturerName,
  type Mention,
  strongSerials,
} from './manufacturer-data.ts';

export type ManufacturerEvidence = 'given' | 'named' | 'family' | 'serial' | 'weak-serial';

export interface NormalizedManufacturer {
  name: string;
  /** Written exactly as we write it; always so for a maker outside ours, which keeps its text. */
  exact: boolean;
  /** One of ours. */
  known: boolean;
}

export interface DetectedManufacturer {
  manufacturer: string | null;
  known: boolean;
  evidence: ManufacturerEvidence | null;
  sentence: string;
}

export interface ManufacturerHints {
  given?: string;
  model?: string;
  identifier?: string;
}

interface Finding {
  manufacturer: string;
  evidence: ManufacturerEvidence;
  sentence: string;
}

const isKnown = (manufacturer: string) => vendors.some(({ name }) => name === manufacturer);
const tidy = (text: string) =>
  text
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Null where nothing, or only a BIOS placeholder, is given. */
export function normalizeManufacturer(text: string): NormalizedManufacturer | null {
  const given = tidy(text);
  if (isPlaceholder(given) || /^system manufacturer$/i.test(given)) return null;
  const manufacturer = findManufacturerName(given)?.manufacturer;
  if (manufacturer === undefined || !isKnown(manufacturer)) return { name: given, exact: true, known: false };
  return { name: manufacturer, exact: given === manufacturer, known: true };
}

function familyFinding({ manufacturer, text }: Mention): Finding {
  const article = /^[AH]/.test(manufacturer) ? 'an' : 'a';
  return { manufacturer, evidence: 'family', sentence: `'${text}' is ${article} ${manufacturer} family.` };
}

function namedFinding({ manufacturer, text }: Mention): Finding {
  const same = text.toLowerCase().includes(manufacturer.toLowerCase());
  return {
    manufacturer,
    evidence: 'named',
    sentence: same ? `The model names ${manufacturer}.` : `'${text}' in the model counts as ${manufacturer}.`,
  };
}

function fromModel(model: string): Finding | null {
  const text = tidy(model);
  const named = findManufacturerName(text);
  const family = familyWordIn(text) ?? familyPatternIn(text);
  // "HP ProLiant" is HPE's, and HP's lookup does not know it.
  if (named?.manufacturer === 'HP' && family?.manufacturer === 'HPE') return familyFinding(family);
  if (named) return namedFinding(named);
  if (family) return familyFinding(family);
  const other = findOtherManufacturerName(text);
  return other && namedFinding(other);
}

function fromSerial(identifier: string): Finding | null {
  const read = readIdentifier(identifier);
  if (read.kind === 'express-code') {
    const sentence = `A number of ${read.code.length} digits is most likely a Dell express service code.`;
    return { manufacturer: 'Dell', evidence: 'weak-serial', sentence };
  }
  if (read.kind !== 'serial') return null;
  const strong = strongSerials.find(({ form }) => form.test(read.value));
  if (strong) {
    return {
      manufacturer: strong.manufacturer,
      evidence: 'serial',
      sentence: `The serial has ${strong.manufacturer}'s form.`,
    };
  }
  if (!/^[0-9A-Z]{7}$/.test(read.value)) return null;
  const sentence = "A 7-character tag is most likely Dell's.";
  return { manufacturer: 'Dell', evidence: 'weak-serial', sentence };
}

function strongest(model: Finding | null, serial: Finding | null): Finding | null {
  // Cisco's own families are also sold as Meraki's; then the serial tells.
  const managedByMeraki =
    model?.manufacturer === 'Cisco' && model.evidence === 'family' && serial?.manufacturer === 'Meraki';
  return managedByMeraki ? serial : (model ?? serial);
}

export function detectManufacturer(clues: ManufacturerHints): DetectedManufacturer {
  const given = normalizeManufacturer(clues.given ?? '');
  if (given) {
    const sentence = `You chose ${given.name}.`;
    return { manufacturer: given.name, known: given.known, evidence: 'given', sentence };
  }
  const found = strongest(fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? ''));
  if (found) return { ...found, known: isKnown(found.manufacturer) };
  return { manufacturer: null, known: false, evidence: null, sentence: 'Nothing tells who made it.' };
}

/** The other maker that strong evidence names while the given one is kept. */
export function findConflictingManufacturer(clues: ManufacturerHints): string | null {
  const given = normalizeManufacturer(clues.given ?? '')?.name;
  if (given === undefined) return null;
  const manufacturer =
    findManufacturerName(given)?.manufacturer ?? findOtherManufacturerName(given)?.manufacturer ?? given;
  const findings = [fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? '')];
  const other = findings.find(
    (found) => found && found.evidence !== 'weak-serial' && found.manufacturer !== manufacturer,
  );
  return other?.manufacturer ?? null;
}
