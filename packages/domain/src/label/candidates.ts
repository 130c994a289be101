import type { ReadingProof } from '@warranty/contracts/image-lookup';
import { matchCode, tagOfCode } from './express-code.ts';
import { type Fit, fitTo } from './fit.ts';
import { dell, type SerialFormat, serialFormats } from './serial-formats.ts';
import { type ReadSymbol, rowsOf, type Symbols, type TextLine } from './text.ts';
import { manufacturerFromText } from './text-manufacturer.ts';
import {
  codesIn,
  type LabelledRow,
  type LabelledValue,
  labelled,
  runAt,
  valueAt,
  valueStart,
} from './values.ts';

/** A possible serial number in the text. */
export interface SerialCandidate {
  serialNumber: string;
  manufacturer: string;
  proof: ReadingProof | null;
  /** Probability that it was read correctly, as reported by the network; only meaningful without proof. */
  probability: number;
  explanation: string;
  /** The symbols it was read from. */
  symbols: Symbols;
  /** Read after a matching label; otherwise only its format supports it. */
  hasLabel: boolean;
  /** The label shows an express service code that does not match it. */
  contradicted: boolean;
  isTypical: boolean;
  /** Fits another network's reading of the same symbols; null if they cannot be such a serial number. */
  reread(symbols: readonly ReadSymbol[]): Fit | null;
}

function tagsAfterLabels(rows: readonly LabelledRow[]): LabelledValue[] {
  const found: LabelledValue[] = [];
  for (const [index, { row, labels }] of rows.entries()) {
    for (const label of labels.filter(({ field }) => field === 'tag' || field === 'serial')) {
      const start = valueStart(label, labels);
      const here = valueAt(row, start, dell.length);
      const below = rows[index + 1];
      if (here && here.symbols.length > 2)
        found.push({ symbols: here.symbols, hasLabel: label.field === 'tag' });
      else if (label.field === 'tag' && below) {
        const value = valueAt(below.row, 0, dell.length);
        if (value) found.push({ symbols: value.symbols, hasLabel: true });
      }
    }
  }
  return found.filter(({ symbols }) => Math.abs(symbols.length - dell.length) <= 1);
}

function bareTags(rows: readonly LabelledRow[]): LabelledValue[] {
  return rows.flatMap(({ row }) =>
    [...row.text.matchAll(/(?<![A-Za-z0-9])(?=[A-Za-z]*\d)[A-Za-z0-9|]{7}(?![A-Za-z0-9])/g)].map(
      ({ index }) => ({
        symbols: row.symbols.slice(index, index + dell.length),
        hasLabel: false,
      }),
    ),
  );
}

/**
 * Each pair takes a few milliseconds. A label has only a few tags and codes; this bounds the time for a photo full of them.
 */
const maxPairs = 100;
const maxCodes = 10;

const labelledFirst = (a: LabelledValue, b: LabelledValue) => Number(b.hasLabel) - Number(a.hasLabel);

/** Keeps all pairs up to the limit; beyond it, prefers readings that follow a label. */
function likeliest(tags: readonly LabelledValue[], codes: readonly LabelledValue[]) {
  if (tags.length * codes.length <= maxPairs) return { tags, codes };
  const bestCodes = codes.toSorted(labelledFirst).slice(0, maxCodes);
  const bestTags = tags.toSorted(labelledFirst).slice(0, maxPairs / bestCodes.length);
  return { tags: bestTags, codes: bestCodes };
}

function matched(allTags: readonly LabelledValue[], allCodes: readonly LabelledValue[]): SerialCandidate[] {
  const { tags, codes } = likeliest(allTags, allCodes);
  return tags.flatMap(({ symbols, hasLabel }) =>
    codes.flatMap((code) => {
      const match = matchCode(symbols, code.symbols);
      if (!match) return [];
      return [
        {
          serialNumber: match.tag,
          manufacturer: 'Dell',
          proof: 'express-service-code' as const,
          probability: match.cost === 0 ? 0.99 : 0.97,
          explanation:
            match.cost === 0
              ? 'The express service code on the label matches this service tag.'
              : 'The service tag was corrected using the express service code on the label.',
          symbols,
          hasLabel,
          contradicted: false,
          isTypical: true,
          reread: (other: readonly ReadSymbol[]) => fitTo(dell, other),
        },
      ];
    }),
  );
}

const unproven = { proof: null, contradicted: false };

function fromForm(form: SerialFormat, symbols: Symbols, hasLabel: boolean): SerialCandidate[] {
  const fit = fitTo(form, symbols);
  if (!fit) return [];
  return [
    {
      ...unproven,
      serialNumber: fit.serial,
      manufacturer: form.manufacturer,
      probability: fit.probability,
      explanation: hasLabel
        ? `Found next to its label, in ${form.manufacturer}'s serial number format.`
        : `Matches ${form.manufacturer}'s serial number format, but has no label next to it.`,
      symbols,
      hasLabel,
      isTypical: form.usual(fit.serial),
      reread: (other) => fitTo(form, other),
    },
  ];
}

function fromCodes(codes: readonly LabelledValue[]): SerialCandidate[] {
  return codes
    .filter(({ hasLabel }) => hasLabel)
    .flatMap(({ symbols }) => {
      const found = tagOfCode(symbols);
      if (!found) return [];
      const { serial, probability } = found;
      const explanation = 'Derived from the express service code. The service tag itself could not be read.';
      return [
        {
          ...unproven,
          serialNumber: serial,
          manufacturer: 'Dell',
          probability,
          explanation,
          symbols,
          hasLabel: true,
          isTypical: true,
          reread: tagOfCode,
        },
      ];
    });
}

/**
 * Serials after "S/N" and similar labels, in the format of the manufacturer named in the text, or any format if none is.
 */
function announcedSerials(rows: readonly LabelledRow[], manufacturer: string | null): SerialCandidate[] {
  const forms = serialFormats.filter((form) => manufacturer === null || form.manufacturer === manufacturer);
  return rows.flatMap(({ row, labels }) =>
    labels
      .filter(({ field }) => field === 'serial')
      .flatMap((label) => {
        const start = valueStart(label, labels);
        return forms.flatMap((form) => {
          const value = valueAt(row, start, form.length);
          return value && value.hyphens <= 1 ? fromForm(form, value.symbols, true) : [];
        });
      }),
  );
}

/**
 * If the manufacturer is named, few other words match its usual serial format. Lenovo is excluded, because too many words
 * match.
 */
function bareSerials(rows: readonly LabelledRow[], manufacturer: string | null): SerialCandidate[] {
  const form = serialFormats.find((each) => each.manufacturer === manufacturer);
  if (!form || form.manufacturer === 'Lenovo') return [];
  if (form === dell)
    return bareTags(rows)
      .flatMap(({ symbols }) => fromForm(dell, symbols, false))
      .filter(({ isTypical, serialNumber }) => isTypical && /[A-Z]/.test(serialNumber));
  return rows.flatMap(({ row }) =>
    [...row.text.matchAll(/(?<![A-Za-z0-9#/-])[A-Za-z0-9|]{10,11}(?![A-Za-z0-9#/-])/g)]
      .flatMap(({ index }) => fromForm(form, runAt(row, index).symbols, false))
      .filter(({ isTypical }) => isTypical),
  );
}

const rank = ({ proof, hasLabel, contradicted, isTypical, probability }: SerialCandidate) =>
  (proof ? 10 : 0) + (hasLabel ? 1 : 0) + (isTypical ? 0.5 : 0) + probability - (contradicted ? 0.6 : 0);

/** What one pass over the label found. */
interface LookedAt {
  rows: LabelledRow[];
  tags: LabelledValue[];
  codes: LabelledValue[];
}

function look(lines: readonly TextLine[]): LookedAt {
  const rows = rowsOf(lines).map(labelled);
  return {
    rows,
    tags: tagsAfterLabels(rows),
    codes: rows.flatMap(({ row, labels }) => codesIn(row, labels)),
  };
}

function unprovenIn({ rows, tags, codes }: LookedAt): SerialCandidate[] {
  const manufacturer = manufacturerFromText(rows);
  const hasCode = codes.some(({ hasLabel }) => hasLabel);
  const read = tags
    .filter(({ hasLabel }) => hasLabel)
    .flatMap(({ symbols }) => fromForm(dell, symbols, true))
    .map((candidate) => ({ ...candidate, contradicted: hasCode }));
  return [
    ...read,
    ...fromCodes(codes),
    ...announcedSerials(rows, manufacturer),
    ...bareSerials(rows, manufacturer),
  ];
}

/**
 * All possible serial numbers from the passes over one label, most likely first, without duplicates. A tag from one pass
 * can match an express service code from another.
 */
export function candidatesIn(looks: readonly (readonly TextLine[])[]): SerialCandidate[] {
  const seen = looks.map(look);
  const tags = seen.flatMap((each) => [...each.tags, ...bareTags(each.rows)]);
  const codes = seen.flatMap((each) => each.codes);
  const best = new Map<string, SerialCandidate>();
  for (const candidate of [...matched(tags, codes), ...seen.flatMap(unprovenIn)]) {
    const known = best.get(candidate.serialNumber);
    if (!known || rank(candidate) > rank(known)) best.set(candidate.serialNumber, candidate);
  }
  return [...best.values()].toSorted((a, b) => rank(b) - rank(a));
}
