import {
  defaultDelimiter,
  type JsonMapping,
  maxAliasLength,
  maxPathLength,
} from '@warranty/contracts/json-mapping';
import { freeName } from '../csv/columns.ts';
import { everyElement, type JsonPath, writeJsonPath } from './path.ts';
import { sourceRows } from './rows.ts';
import { type Shape, shapeOfRows } from './shape.ts';

type Found = Pick<JsonMapping, 'mode'> & { path: JsonPath; isBlank?: boolean };
type Listed = { path: JsonPath; shape: Shape };

const isBlank = ({ hasScalars, keys, elements }: Shape) => !hasScalars && keys.size === 0 && !elements;
const isList = ({ elements }: Shape) => elements !== null && elements.keys.size > 0;

/** All fields of the row except lists of objects, outer levels first. */
function fieldsOf(row: Shape): { fields: Found[]; lists: Listed[] } {
  const fields: Found[] = [];
  const lists: Listed[] = [];
  const level: Listed[] = [{ path: [], shape: row }];
  for (const { path, shape } of level) {
    const { elements } = shape;
    if (isList(shape)) lists.push({ path, shape });
    else if (elements && !elements.hasNestedArrays)
      fields.push({ path: shape.hasScalars ? path : [...path, everyElement], mode: 'join' });
    else if (shape.hasScalars || elements || (shape.keys.size === 0 && path.length > 0))
      fields.push({ path, mode: 'value', isBlank: isBlank(shape) });
    for (const [key, below] of shape.keys) level.push({ path: [...path, key], shape: below });
  }
  return { fields, lists };
}

/** The fields of a list's elements. A nested list becomes one cell, because two lists would multiply the rows. */
function explodedFields({ path, shape }: Listed): Found[] {
  const found: Found[] = [];
  const level: Listed[] = [{ path: [...path, everyElement], shape: shape.elements as Shape }];
  for (const { path: at, shape: below } of level) {
    const isOpened = below.keys.size > 0;
    if (!isOpened || below.hasScalars || below.elements)
      found.push({ path: at, mode: 'explode', isBlank: isBlank(below) });
    for (const [key, inner] of below.keys) level.push({ path: [...at, key], shape: inner });
  }
  return found;
}

/** The longest list becomes rows; the others each become one cell. */
function chooseList(lists: readonly Listed[]): { exploded: Found[]; kept: Found[] } {
  const longest = lists.reduce<Listed | null>(
    (best, list) => (best && best.shape.longest >= list.shape.longest ? best : list),
    null,
  );
  return {
    exploded: longest ? explodedFields(longest) : [],
    kept: lists.filter((list) => list !== longest).map(({ path }) => ({ path, mode: 'value' })),
  };
}

/** The last key, with as many preceding keys as needed to be unique. */
function aliasFor(path: JsonPath, taken: Set<string>): string {
  const keys = path
    .filter((step) => typeof step === 'string')
    .map((key) => key.trim())
    .filter(Boolean);
  let alias = 'value';
  for (let length = 1; length <= keys.length; length += 1) {
    alias = keys
      .slice(-length)
      .join('.')
      .slice(0, maxAliasLength - 10);
    if (!taken.has(alias)) break;
  }
  return freeName(alias, (name) => taken.has(name));
}

/** IDs and the places of pages, which say little in a table. */
const saysLittle = /^(?:id|uuid|next\w*)$|(?:Id|_id)$/;

const isTelling = ({ path, isBlank }: Found) => !isBlank && !saysLittle.test(String(path.at(-1)));

const tellingFirst = (found: readonly Found[]) => [
  ...found.filter(isTelling),
  ...found.filter((each) => !isTelling(each)),
];

/** If not everything fits, telling fields come first, and the row's own fields and its list share the space. */
function chosenOf(fields: readonly Found[], exploded: readonly Found[], max: number): Found[] {
  if (fields.length + exploded.length <= max) return [...fields, ...exploded];
  const own = exploded.length > 0 ? fields.filter(isTelling) : tellingFirst(fields);
  const room = Math.max(max - exploded.length, Math.ceil(max / 2));
  const first = own.slice(0, room);
  return [...first, ...tellingFirst(exploded).slice(0, max - first.length)];
}

/** Suggests mappings for the data, outer levels first. Deterministic. */
export function suggestMappings(
  data: unknown,
  { depth, max }: { depth: number; max: number },
): JsonMapping[] {
  const { fields, lists } = fieldsOf(shapeOfRows(sourceRows(data), depth));
  const { exploded, kept } = chooseList(lists);
  const isShort = ({ path }: Found) => writeJsonPath(path).length <= maxPathLength;
  const chosen = chosenOf([...fields, ...kept].filter(isShort), exploded.filter(isShort), max);
  const taken = new Set<string>();
  return chosen.map(({ path, mode }) => {
    const alias = aliasFor(path, taken);
    taken.add(alias);
    const mapping: JsonMapping = { sourcePath: writeJsonPath(path), alias, mode };
    return mode === 'join' ? { ...mapping, delimiter: defaultDelimiter } : mapping;
  });
}
