/** One element of the body of `/queries`. */
export interface HpQuery {
  sn: string;
  pn?: string;
}

/**
 * Reads `SERIAL` or our own `SERIAL#PRODUCTNUMBER`. Only the first `#` separates: a product number may carry one of its
 * own (`8C2X9UT#ABA`) and goes out as it was given, because HP does not say which of the two forms it prefers.
 */
export function toQuery(identifier: string): HpQuery {
  const [serial = '', ...rest] = identifier.trim().toUpperCase().split('#');
  const productNumber = rest.join('#').trim();
  return { sn: serial.trim(), ...(productNumber === '' ? {} : { pn: productNumber }) };
}

/**
 * What can go out together, in upper case and without repeats. HP names a row by its serial alone, so a serial that is
 * asked for under two product numbers needs two calls to tell the answers apart.
 */
export function identifiersByCall(serials: readonly string[]): string[][] {
  const identifiers = new Set(serials.map((serial) => serial.trim().toUpperCase()));
  const bySerial = [...Map.groupBy(identifiers, (identifier) => toQuery(identifier).sn).values()];
  const calls = Math.max(0, ...bySerial.map((group) => group.length));
  return Array.from({ length: calls }, (_, at) => bySerial.flatMap((group) => group.slice(at, at + 1)));
}
