import { vendorNamed } from '@warranty/contracts/vendors';
import { isPlaceholder, readIdentifier } from './identifiers.ts';
import {
  familyPatternIn,
  familyWordIn,
  findAnyManufacturerName,
  findManufacturerName,
  findOtherManufacturerName,
  type Mention,
  strongSerials,
} from './manufacturer-data.ts';

export type ManufacturerEvidence = 'given' | 'named' | 'family' | 'serial' | 'weak-serial';

export interface NormalizedManufacturer {
  name: string;
  /** Whether the text matches our spelling. Always true for an unsupported manufacturer, whose text is kept as it is. */
  exact: boolean;
  /** Whether it is one of the supported vendors. */
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

const isKnown = (manufacturer: string) => vendorNamed(manufacturer) !== undefined;
const tidy = (text: string) =>
  text
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Longer than any name: the rest of a cell is not searched, which would take too long. */
const maxSearched = 2000;

/** Null if the text is empty or a BIOS placeholder. */
export function normalizeManufacturer(text: string): NormalizedManufacturer | null {
  const given = tidy(text);
  if (isPlaceholder(given) || /^system manufacturer$/i.test(given)) return null;
  const manufacturer = findManufacturerName(given.slice(0, maxSearched))?.manufacturer;
  if (manufacturer === undefined || !isKnown(manufacturer)) return { name: given, exact: true, known: false };
  return { name: manufacturer, exact: given === manufacturer, known: true };
}

function familyFinding({ manufacturer, text }: Mention): Finding {
  const article = /^[AH]/.test(manufacturer) ? 'an' : 'a';
  return {
    manufacturer,
    evidence: 'family',
    sentence: `'${text}' is ${article} ${manufacturer} product family.`,
  };
}

function namedFinding({ manufacturer, text }: Mention): Finding {
  const same = text.toLowerCase().includes(manufacturer.toLowerCase());
  return {
    manufacturer,
    evidence: 'named',
    sentence: same
      ? `The model name contains '${manufacturer}'.`
      : `'${text}' in the model name means ${manufacturer}.`,
  };
}

function fromModel(model: string): Finding | null {
  const text = tidy(model.slice(0, maxSearched));
  const named = findManufacturerName(text);
  const family = familyWordIn(text) ?? familyPatternIn(text);
  // "HP ProLiant" is an HPE product, and HP's lookup does not know it.
  if (named?.manufacturer === 'HP' && family?.manufacturer === 'HPE') return familyFinding(family);
  if (named) return namedFinding(named);
  if (family) return familyFinding(family);
  const other = findOtherManufacturerName(text);
  return other && namedFinding(other);
}

function fromSerial(identifier: string): Finding | null {
  const read = readIdentifier(identifier);
  if (read.kind === 'express-code') {
    const sentence = `A number with ${read.code.length} digits is most likely a Dell express service code.`;
    return { manufacturer: 'Dell', evidence: 'weak-serial', sentence };
  }
  if (read.kind !== 'serial') return null;
  const strong = strongSerials.find(({ form }) => form.test(read.value));
  if (strong) {
    return {
      manufacturer: strong.manufacturer,
      evidence: 'serial',
      sentence: `The serial number has ${strong.manufacturer}'s format.`,
    };
  }
  if (!/^[0-9A-Z]{7}$/.test(read.value)) return null;
  const sentence = 'A 7-character tag is most likely a Dell service tag.';
  return { manufacturer: 'Dell', evidence: 'weak-serial', sentence };
}

function strongest(model: Finding | null, serial: Finding | null): Finding | null {
  const owner = serial && vendorNamed(serial.manufacturer)?.ownedBy;
  const isOwnersFamily = model?.evidence === 'family' && model.manufacturer === owner;
  return isOwnersFamily ? serial : (model ?? serial);
}

export function detectManufacturer(clues: ManufacturerHints): DetectedManufacturer {
  const given = normalizeManufacturer(clues.given ?? '');
  if (given) {
    const sentence = `You chose ${given.name}.`;
    return { manufacturer: given.name, known: given.known, evidence: 'given', sentence };
  }
  const found = strongest(fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? ''));
  if (found) return { ...found, known: isKnown(found.manufacturer) };
  return {
    manufacturer: null,
    known: false,
    evidence: null,
    sentence: 'The manufacturer could not be detected.',
  };
}

/** The manufacturer that strong evidence points to, if it differs from the given one. */
export function findConflictingManufacturer(clues: ManufacturerHints): string | null {
  const given = normalizeManufacturer(clues.given ?? '')?.name.slice(0, maxSearched);
  if (given === undefined) return null;
  const manufacturer = findAnyManufacturerName(given)?.manufacturer ?? given;
  const findings = [fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? '')];
  const other = findings.find(
    (found) => found && found.evidence !== 'weak-serial' && found.manufacturer !== manufacturer,
  );
  return other?.manufacturer ?? null;
}
