/** The index of the first element of a sorted list whose value is not below the given one. */
export function firstNotBelow<Element, Value extends number | string>(
  sorted: readonly Element[],
  least: Value,
  orderOf: (element: Element) => Value,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (orderOf(sorted[middle] as Element) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
