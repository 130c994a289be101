/** What was found at one place of a document, over all inspected elements. */
export interface Shape {
  /** Strings, numbers and booleans; null does not count. */
  hasScalars: boolean;
  /** In the order of first occurrence. */
  keys: Map<string, Shape>;
  /** The merged shape of the elements of arrays here; null if there is no array. */
  elements: Shape | null;
  /** Length of the longest array here. */
  longest: number;
  /** Nested arrays are not inspected further. */
  hasNestedArrays: boolean;
}

/** Maximum number of elements inspected per array, spread evenly, because keys can first appear late. */
const maxInspected = 200;

const newShape = (): Shape => ({
  hasScalars: false,
  keys: new Map(),
  elements: null,
  longest: 0,
  hasNestedArrays: false,
});

function sampleOf(array: readonly unknown[]): readonly unknown[] {
  if (array.length <= maxInspected) return array;
  return Array.from(
    { length: maxInspected },
    (_, index) => array[Math.floor((index * array.length) / maxInspected)],
  );
}

/** Merges the value into the shape, descending into objects up to `depth`. */
function look(shape: Shape, value: unknown, depth: number): void {
  if (Array.isArray(value)) lookIntoArray(shape, value, depth);
  else if (typeof value === 'object' && value !== null) lookIntoObject(shape, value, depth);
  else if (value !== null && value !== undefined) shape.hasScalars = true;
}

function lookIntoArray(shape: Shape, array: readonly unknown[], depth: number): void {
  shape.elements ??= newShape();
  shape.longest = Math.max(shape.longest, array.length);
  for (const element of sampleOf(array)) {
    if (Array.isArray(element)) shape.elements.hasNestedArrays = true;
    else look(shape.elements, element, depth);
  }
}

function lookIntoObject(shape: Shape, value: object, depth: number): void {
  if (depth === 0) return;
  for (const [key, inner] of Object.entries(value)) {
    const known = shape.keys.get(key);
    const below = known ?? newShape();
    if (!known) shape.keys.set(key, below);
    look(below, inner, depth - 1);
  }
}

/** The merged shape of the rows: the elements of an array, or the single value. */
export function shapeOfRows(rows: readonly unknown[], depth: number): Shape {
  const shape = newShape();
  for (const row of sampleOf(rows)) look(shape, row, depth);
  return shape;
}
