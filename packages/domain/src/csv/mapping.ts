import { type FieldMapping, type MappedField, mappedFields } from '@warranty/contracts/field-mapping';
import { mapResultFields } from '@warranty/contracts/result-fields';
import { memoize } from '../memoize.ts';
import type { Column } from './columns.ts';
import { type HeaderWords, hasPart, hasWords, headerWords } from './header-words.ts';
import type { ColumnProfile } from './profile.ts';
import {
  assetTagNames,
  dateWords,
  deviceModelNames,
  fieldNames,
  modelNames,
  type Names,
  nonStatusWords,
  otherDates,
  type PlainField,
  resellerNames,
  serialNames,
  serviceTagNames,
} from './synonyms.ts';

export interface DetectedMapping {
  mapping: FieldMapping;
  /** Sentences about what the values decided. */
  notes: string[];
}

interface Candidate {
  column: Column;
  words: HeaderWords;
  profile: ColumnProfile;
}

type Accepts = (candidate: Candidate, isExact: boolean) => boolean;
type Pass = (header: HeaderWords, name: HeaderWords) => boolean;

const exact: Pass = (header, name) => header.joined === name.joined;
const passes: readonly Pass[] = [exact, hasWords, hasPart];

/** Memoized for the few hundred known names. */
export const wordsOf = memoize(headerWords);

const anything: Accepts = () => true;
const filled = ({ rows, blank }: ColumnProfile) => rows - blank;
const most = (count: number, profile: ColumnProfile) => count > 0 && count * 2 > filled(profile);
const hasTags = ({ profile }: Candidate) => most(profile.tagShaped, profile);
const hasManufacturers = ({ profile: { manufacturers } }: Candidate) =>
  manufacturers.known > 0 && manufacturers.known * 2 > manufacturers.looked;
const hasDates = ({ profile }: Candidate) => most(profile.dates.count, profile);
const hasWrittenDates = ({ profile }: Candidate) =>
  most(profile.dates.count - profile.dates.serials, profile);
const hasDurations = ({ profile }: Candidate) => most(profile.durations + profile.smallNumbers, profile);
const isNearlyEmpty = ({ profile }: Candidate) => filled(profile) * 10 <= profile.rows;

const mentions = (header: HeaderWords, list: readonly string[]) =>
  list.some((word) => header.distinct.has(wordsOf(word).joined));

/** Columns with other values are not used; columns without values can be filled. */
function acceptsDates({ profile, words }: Candidate): boolean {
  if (mentions(words, otherDates)) return false;
  const { count, placeholders } = profile.dates;
  return filled(profile) <= placeholders || most(count + placeholders, profile);
}

const acceptsText = (candidate: Candidate) =>
  !hasWrittenDates(candidate) && !hasDurations(candidate) && !mentions(candidate.words, dateWords);

const accepts: Record<PlainField, Accepts> = {
  ...mapResultFields((_, { kind }) => (kind === 'date' ? acceptsDates : acceptsText)),
  // "Manufacturer Part Number" matches by header but not by values.
  manufacturer: (candidate, isExact) => (isExact ? !hasWrittenDates(candidate) : hasManufacturers(candidate)),
  warranty: (candidate) =>
    acceptsText(candidate) && !hasDates(candidate) && !mentions(candidate.words, nonStatusWords),
};

/** Finds the first synonym that matches a column in one pass. */
function find(
  names: Names,
  pass: Pass,
  candidates: readonly Candidate[],
  accept: Accepts,
): Candidate | undefined {
  const all = pass === exact ? [...names.names, ...(names.exactly ?? [])] : names.names;
  for (const name of all) {
    const wanted = wordsOf(name);
    const found = candidates.find(
      (candidate) => pass(candidate.words, wanted) && accept(candidate, pass === exact),
    );
    if (found) return found;
  }
  return undefined;
}

function findInAnyPass(
  names: Names,
  candidates: readonly Candidate[],
  accept = anything,
): Candidate | undefined {
  for (const pass of passes) {
    const found = find(names, pass, candidates, accept);
    if (found) return found;
  }
  return undefined;
}

/** Whether a column is nearly as full as the fullest one of its kind. */
function asFullAs(names: Names, candidates: readonly Candidate[]): Accepts {
  const all = [...names.names, ...(names.exactly ?? [])].map(wordsOf);
  const sameKind = candidates.filter(({ words }) => all.some((name) => exact(words, name)));
  const fullest = Math.max(0, ...sameKind.map(({ profile }) => filled(profile)));
  return (candidate, isExact) =>
    !isNearlyEmpty(candidate) && (!isExact || filled(candidate.profile) >= 0.9 * fullest);
}

/** An empty "Service Tag" column next to a full "Serial Number" column should be filled, not looked up. */
function findIdentifier(candidates: readonly Candidate[]): Candidate | undefined {
  return (
    findInAnyPass(serialNames, candidates, asFullAs(serialNames, candidates)) ??
    findInAnyPass(serialNames, candidates) ??
    findInAnyPass(assetTagNames, candidates, hasTags) ??
    findInAnyPass(modelNames, candidates)
  );
}

const plainFields = Object.keys(fieldNames) as PlainField[];

/** Exact matches come before partial ones, so that no field takes a column that names another field. */
function findPlainFields(candidates: readonly Candidate[], found: Map<MappedField, Candidate>): void {
  for (const pass of passes) {
    for (const field of plainFields.filter((each) => !found.has(each))) {
      const free = candidates.filter((candidate) => ![...found.values()].includes(candidate));
      const match = find(fieldNames[field], pass, free, accepts[field]);
      if (match) found.set(field, match);
    }
  }
}

function unused(candidates: readonly Candidate[], found: Map<MappedField, Candidate>): Candidate[] {
  const used = new Set(found.values());
  return candidates.filter((candidate) => !used.has(candidate));
}

/** Without a header row, only the values decide. */
function findByValues(candidates: readonly Candidate[]): Map<MappedField, Candidate> {
  const found = new Map<MappedField, Candidate>();
  const isSerial = ({ profile }: Candidate) => most(profile.serialShaped, profile);
  const identifier = candidates.find(hasTags) ?? candidates.find(isSerial);
  if (identifier) found.set('modelNumber', identifier);
  const manufacturer = unused(candidates, found).find(hasManufacturers);
  if (manufacturer) found.set('manufacturer', manufacturer);
  return found;
}

function findByHeaders(candidates: readonly Candidate[], notes: string[]): Map<MappedField, Candidate> {
  const found = new Map<MappedField, Candidate>();
  const identifier = findIdentifier(candidates);
  if (identifier) found.set('modelNumber', identifier);
  const tag = findInAnyPass(serviceTagNames, candidates);
  if (tag) found.set('serviceTag', tag);
  findPlainFields(candidates, found);
  const dated = found.has('endDate')
    ? undefined
    : find({ names: fieldNames.warranty.exactly ?? [] }, exact, unused(candidates, found), hasDates);
  if (dated) {
    found.set('endDate', dated);
    notes.push(`"${dated.column.name}" contains dates, so it is used as the warranty end date.`);
  }
  const model = findInAnyPass(deviceModelNames, unused(candidates, found));
  if (model) found.set('deviceModel', model);
  if (!found.has('manufacturer')) {
    const reseller = findInAnyPass(resellerNames, unused(candidates, found), hasManufacturers);
    if (reseller) {
      found.set('manufacturer', reseller);
      notes.push(
        `Most values in "${reseller.column.name}" are manufacturers, so it is used as the manufacturer.`,
      );
    }
  }
  return found;
}

function notesOnValues(candidates: readonly Candidate[], found: Map<MappedField, Candidate>): string[] {
  const notes: string[] = [];
  const identifier = found.get('modelNumber');
  if (identifier && !findInAnyPass(serialNames, [identifier]) && findInAnyPass(assetTagNames, [identifier])) {
    notes.push(
      `Most values in "${identifier.column.name}" look like service tags, so it is used for lookups.`,
    );
  }
  for (const candidate of unused(candidates, found)) {
    const isWarranty = candidate.words.words.some(
      (word) => word.startsWith('warrant') || word === 'garantie',
    );
    if (!isWarranty || !hasDurations(candidate)) continue;
    notes.push(`"${candidate.column.name}" contains durations, not dates, and is not changed.`);
  }
  return notes;
}

/** Assigns columns to fields. The user can change all of it. */
export function detectMapping(
  columns: readonly Column[],
  profiles: readonly ColumnProfile[],
): DetectedMapping {
  const candidates = columns.flatMap((column, index) => {
    const profile = profiles[index];
    return profile ? [{ column, words: headerWords(column.header ?? ''), profile }] : [];
  });
  const notes: string[] = [];
  const hasHeader = columns.some(({ header }) => header !== null);
  const found = hasHeader ? findByHeaders(candidates, notes) : findByValues(candidates);
  const mapping: FieldMapping = {};
  for (const field of mappedFields) {
    const name = found.get(field)?.column.name;
    if (name !== undefined) mapping[field] = name;
  }
  return { mapping, notes: [...notes, ...notesOnValues(candidates, found)] };
}

const everyName = new Set(
  [
    ...[serialNames, assetTagNames, modelNames, deviceModelNames, resellerNames],
    ...Object.values(fieldNames),
  ].flatMap(({ names, exactly = [] }) => [...names, ...exactly].map((name) => wordsOf(name).joined)),
);

/** Whether a cell is a known header of any field. */
export function isKnownHeader(cell: string): boolean {
  return everyName.has(headerWords(cell).joined);
}
