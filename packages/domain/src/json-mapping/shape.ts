/** What was seen at one place of a document, over all elements that were looked at. */
export interface Shape {
  /** Text, numbers, true, false; null tells nothing. */
  hasScalars: boolean;
  /** In the order they were first seen. */
  keys: Map<string, Shape>;
  /** What the elements of arrays here are like; null where there is no array. */
  elements: Shape | null;
  /** The longest array here. */
  longest: number;
  /** Arrays in arrays are not looked into. */
  hasNestedArrays: boolean;
}

/** Of a long array so many elements are looked at, spread over it: not only the first may have a key. */
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
    (_, at) => array[Math.floor((at * array.length) / maxInspected)],
  );
}

/** Adds what is seen in the value, with objects opened down to the depth. */
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

/** What a row of the data is like: the elements of an array together, or the one value there is. */
export function shapeOfRows(rows: readonly unknown[], depth: number): Shape {
  const shape = newShape();
  for (const row of sampleOf(rows)) look(shape, row, depth);
  return shape;
}
