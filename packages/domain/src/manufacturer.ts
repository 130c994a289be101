import { vendors } from '@warranty/contracts/vendors';
import { isPlaceholder, readIdentifier } from './identifiers.ts';
import {
  familyPatternIn,
  familyWordIn,
  type Mention,
  namedMaker,
  namedOtherMaker,
  strongSerials,
} from './makers.ts';

export type MakerEvidence = 'given' | 'named' | 'family' | 'serial' | 'weak-serial';

export interface NormalisedMaker {
  name: string;
  /** Written exactly as we write it; always so for a maker outside ours, which keeps its text. */
  exact: boolean;
  /** One of ours. */
  known: boolean;
}

export interface DetectedMaker {
  maker: string | null;
  known: boolean;
  evidence: MakerEvidence | null;
  sentence: string;
}

export interface MakerClues {
  given?: string;
  model?: string;
  identifier?: string;
}

interface Finding {
  maker: string;
  evidence: MakerEvidence;
  sentence: string;
}

const isKnown = (maker: string) => vendors.some(({ name }) => name === maker);
const tidy = (text: string) =>
  text
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Null where nothing, or only a BIOS placeholder, is given. */
export function normaliseMaker(text: string): NormalisedMaker | null {
  const given = tidy(text);
  if (isPlaceholder(given) || /^system manufacturer$/i.test(given)) return null;
  const maker = namedMaker(given)?.maker;
  if (maker === undefined || !isKnown(maker)) return { name: given, exact: true, known: false };
  return { name: maker, exact: given === maker, known: true };
}

function familyFinding({ maker, text }: Mention): Finding {
  const article = /^[AH]/.test(maker) ? 'an' : 'a';
  return { maker, evidence: 'family', sentence: `'${text}' is ${article} ${maker} family.` };
}

function namedFinding({ maker, text }: Mention): Finding {
  const same = text.toLowerCase().includes(maker.toLowerCase());
  return {
    maker,
    evidence: 'named',
    sentence: same ? `The model names ${maker}.` : `'${text}' in the model counts as ${maker}.`,
  };
}

function fromModel(model: string): Finding | null {
  const text = tidy(model);
  const named = namedMaker(text);
  const family = familyWordIn(text) ?? familyPatternIn(text);
  // "HP ProLiant" is HPE's, and HP's lookup does not know it.
  if (named?.maker === 'HP' && family?.maker === 'HPE') return familyFinding(family);
  if (named) return namedFinding(named);
  if (family) return familyFinding(family);
  const other = namedOtherMaker(text);
  return other && namedFinding(other);
}

function fromSerial(identifier: string): Finding | null {
  const read = readIdentifier(identifier);
  if (read.kind === 'express-code') {
    const sentence = `A number of ${read.code.length} digits is most likely a Dell express service code.`;
    return { maker: 'Dell', evidence: 'weak-serial', sentence };
  }
  if (read.kind !== 'serial') return null;
  const strong = strongSerials.find(({ form }) => form.test(read.value));
  if (strong) {
    return { maker: strong.maker, evidence: 'serial', sentence: `The serial has ${strong.maker}'s form.` };
  }
  if (!/^[0-9A-Z]{7}$/.test(read.value)) return null;
  const sentence = "A 7-character tag is most likely Dell's.";
  return { maker: 'Dell', evidence: 'weak-serial', sentence };
}

function strongest(model: Finding | null, serial: Finding | null): Finding | null {
  // Cisco's own families are also sold as Meraki's; then the serial tells.
  const managedByMeraki =
    model?.maker === 'Cisco' && model.evidence === 'family' && serial?.maker === 'Meraki';
  return managedByMeraki ? serial : (model ?? serial);
}

export function detectMaker(clues: MakerClues): DetectedMaker {
  const given = normaliseMaker(clues.given ?? '');
  if (given) {
    const sentence = `You chose ${given.name}.`;
    return { maker: given.name, known: given.known, evidence: 'given', sentence };
  }
  const found = strongest(fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? ''));
  if (found) return { ...found, known: isKnown(found.maker) };
  return { maker: null, known: false, evidence: null, sentence: 'Nothing tells who made it.' };
}

/** The other maker that strong evidence names while the given one is kept. */
export function conflictingMaker(clues: MakerClues): string | null {
  const given = normaliseMaker(clues.given ?? '')?.name;
  if (given === undefined) return null;
  const maker = namedMaker(given)?.maker ?? namedOtherMaker(given)?.maker ?? given;
  const findings = [fromModel(clues.model ?? ''), fromSerial(clues.identifier ?? '')];
  const other = findings.find((found) => found && found.evidence !== 'weak-serial' && found.maker !== maker);
  return other?.maker ?? null;
}
