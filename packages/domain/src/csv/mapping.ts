import { type FieldMapping, type MappedField, mappedFields } from '@warranty/contracts/field-mapping';
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
  /** What the values decided, as sentences. */
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

const normalised = new Map<string, HeaderWords>();
function wordsOf(name: string): HeaderWords {
  const known = normalised.get(name) ?? headerWords(name);
  normalised.set(name, known);
  return known;
}

const anything: Accepts = () => true;
const filled = ({ rows, blank }: ColumnProfile) => rows - blank;
const most = (count: number, profile: ColumnProfile) => count > 0 && count * 2 > filled(profile);
const hasTags = ({ profile }: Candidate) => most(profile.tagShaped, profile);
const hasManufacturers = ({ profile: { makers } }: Candidate) =>
  makers.known > 0 && makers.known * 2 > makers.looked;
const hasDates = ({ profile }: Candidate) => most(profile.dates.count, profile);
const hasWrittenDates = ({ profile }: Candidate) =>
  most(profile.dates.count - profile.dates.serials, profile);
const hasDurations = ({ profile }: Candidate) => most(profile.durations + profile.smallNumbers, profile);
const isNearlyEmpty = ({ profile }: Candidate) => filled(profile) * 10 <= profile.rows;

const mentions = (header: HeaderWords, list: readonly string[]) =>
  list.some((word) => header.distinct.has(wordsOf(word).joined));

/** A column of other values is left alone; one without any values can be filled. */
function acceptsDates({ profile, words }: Candidate): boolean {
  if (mentions(words, otherDates)) return false;
  const { count, placeholders } = profile.dates;
  return filled(profile) <= placeholders || most(count + placeholders, profile);
}

const acceptsText = (candidate: Candidate) =>
  !hasWrittenDates(candidate) && !hasDurations(candidate) && !mentions(candidate.words, dateWords);

const accepts: Record<PlainField, Accepts> = {
  // "Manufacturer Part Number" has the word, but not the values.
  manufacturer: (candidate, isExact) => (isExact ? !hasWrittenDates(candidate) : hasManufacturers(candidate)),
  warranty: (candidate) =>
    acceptsText(candidate) && !hasDates(candidate) && !mentions(candidate.words, nonStatusWords),
  startDate: acceptsDates,
  endDate: acceptsDates,
  serviceLevel: acceptsText,
  productCode: acceptsText,
  systemDescription: acceptsText,
  shipDate: acceptsDates,
  purchaseDate: acceptsDates,
};

/** The first synonym that a column answers to, in one pass. */
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

/** Whether a column has a good part of the values that the best of its kind has. */
function asFullAs(names: Names, candidates: readonly Candidate[]): Accepts {
  const all = [...names.names, ...(names.exactly ?? [])].map(wordsOf);
  const sameKind = candidates.filter(({ words }) => all.some((name) => exact(words, name)));
  const fullest = Math.max(0, ...sameKind.map(({ profile }) => filled(profile)));
  return (candidate, isExact) =>
    !isNearlyEmpty(candidate) && (!isExact || filled(candidate.profile) >= 0.9 * fullest);
}

/** An empty "Service Tag" column beside a full "Serial Number" wants to be filled, not to be looked up. */
function findIdentifier(candidates: readonly Candidate[]): Candidate | undefined {
  return (
    findInAnyPass(serialNames, candidates, asFullAs(serialNames, candidates)) ??
    findInAnyPass(serialNames, candidates) ??
    findInAnyPass(assetTagNames, candidates, hasTags) ??
    findInAnyPass(modelNames, candidates)
  );
}

const plainFields = Object.keys(fieldNames) as PlainField[];

/** Every exact match before any part of a header, so that no field takes what is another's by name. */
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

/** A file without a header row tells by its values alone. */
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
    notes.push(`"${dated.column.name}" holds dates, so it is read as the end of the warranty.`);
  }
  const model = findInAnyPass(deviceModelNames, unused(candidates, found));
  if (model) found.set('deviceModel', model);
  if (!found.has('manufacturer')) {
    const reseller = findInAnyPass(resellerNames, unused(candidates, found), hasManufacturers);
    if (reseller) {
      found.set('manufacturer', reseller);
      notes.push(`Most values of "${reseller.column.name}" are makers, so it is read as the manufacturer.`);
    }
  }
  return found;
}

function notesOnValues(candidates: readonly Candidate[], found: Map<MappedField, Candidate>): string[] {
  const notes: string[] = [];
  const identifier = found.get('modelNumber');
  if (identifier && !findInAnyPass(serialNames, [identifier]) && findInAnyPass(assetTagNames, [identifier])) {
    notes.push(`Most values of "${identifier.column.name}" look like service tags, so it is looked up.`);
  }
  for (const candidate of unused(candidates, found)) {
    const isWarranty = candidate.words.words.some(
      (word) => word.startsWith('warrant') || word === 'garantie',
    );
    if (!isWarranty || !hasDurations(candidate)) continue;
    notes.push(`"${candidate.column.name}" holds durations, not dates, and is left as it is.`);
  }
  return notes;
}

/** Which column serves which field. The user can change all of it. */
export function detectMapping(
  columns: readonly Column[],
  profiles: readonly ColumnProfile[],
): DetectedMapping {
  const candidates = columns.flatMap((column, at) => {
    const profile = profiles[at];
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

/** Whether a cell is a header that any of the fields knows. */
export function isKnownHeader(cell: string): boolean {
  return everyName.has(headerWords(cell).joined);
}
