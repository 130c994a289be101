import type { ReadingProof } from '@warranty/contracts/image-lookup';
import { matchCode, tagOfCode } from './express-code.ts';
import { type Fit, fitTo } from './fit.ts';
import { dell, type SerialFormat, serialFormats } from './serial-formats.ts';
import { type ReadSymbol, rowsOf, type TextLine, type TextRow } from './text.ts';
import { manufacturerFromText } from './text-manufacturer.ts';
import { codesIn, type LabelledRow, labelled, runAt, valueAt, valueStart } from './values.ts';

type Symbols = TextRow['symbols'];

/** A serial number that the text may hold. */
export interface SerialCandidate {
  serialNumber: string;
  manufacturer: string;
  proof: ReadingProof | null;
  /** That it was read right, by the network's own account; only for what is unproven. */
  probability: number;
  explanation: string;
  /** What it was read from. */
  symbols: Symbols;
  /** Read after a label that announces it; else only its form speaks for it. */
  hasLabel: boolean;
  /** An express service code stands beside it that does not belong to it. */
  contradicted: boolean;
  isTypical: boolean;
  /** The same symbols read by someone else, or null where they cannot be such a serial number. */
  reread(symbols: readonly ReadSymbol[]): Fit | null;
}

interface TagReading {
  symbols: Symbols;
  hasLabel: boolean;
}

interface CodeReading {
  symbols: Symbols;
  labelled: boolean;
}

function tagsAfterLabels(rows: readonly LabelledRow[]): TagReading[] {
  const found: TagReading[] = [];
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

function bareTags(rows: readonly LabelledRow[]): TagReading[] {
  return rows.flatMap(({ row }) =>
    [...row.text.matchAll(/(?<![A-Za-z0-9])(?=[A-Za-z]*\d)[A-Za-z0-9|]{7}(?![A-Za-z0-9])/g)].map(
      ({ index }) => ({
        symbols: row.symbols.slice(index, index + dell.length),
        hasLabel: false,
      }),
    ),
  );
}

/** Each pair takes some milliseconds. A label has a few tags and codes; a photo full of them waits for nobody. */
const maxPairs = 100;
const maxCodes = 10;

/** All that a label may have; of more than that those that a label announces. */
function likeliest(tags: readonly TagReading[], codes: readonly CodeReading[]) {
  if (tags.length * codes.length <= maxPairs) return { tags, codes };
  const bestCodes = codes.toSorted((a, b) => Number(b.labelled) - Number(a.labelled)).slice(0, maxCodes);
  const bestTags = tags.toSorted((a, b) => Number(b.hasLabel) - Number(a.hasLabel));
  return { tags: bestTags.slice(0, maxPairs / bestCodes.length), codes: bestCodes };
}

function matched(allTags: readonly TagReading[], allCodes: readonly CodeReading[]): SerialCandidate[] {
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
              ? 'The express service code on the label belongs to this service tag.'
              : 'The service tag and the express service code on the label correct each other.',
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
        ? `It stands where the label announces it and has the form of ${form.manufacturer}'s.`
        : `It has the form of ${form.manufacturer}'s, but no label announces it.`,
      symbols,
      hasLabel,
      isTypical: form.usual(fit.serial),
      reread: (other) => fitTo(form, other),
    },
  ];
}

function fromCodes(codes: readonly CodeReading[]): SerialCandidate[] {
  return codes
    .filter((code) => code.labelled)
    .flatMap(({ symbols }) => {
      const found = tagOfCode(symbols);
      if (!found) return [];
      const { serial, probability } = found;
      const explanation = 'It follows from the express service code; the service tag itself was not read.';
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

/** After "S/N" and the like, in the form of the maker that the text names, else of any. */
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

/** Where the maker is named, few other words have the usual form of its serial numbers; of Lenovo's too many have. */
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

/** What one look at the label found. */
interface LookedAt {
  rows: LabelledRow[];
  tags: TagReading[];
  codes: CodeReading[];
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
  const hasCode = codes.some((code) => code.labelled);
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
 * Every serial number that the looks at one label may hold, likeliest first, each once. A tag of one look and an
 * express service code of another belong together as well.
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
