/** One element of the request body of `/queries`. */
export interface HpQuery {
  sn: string;
  pn?: string;
}

/**
 * Reads `SERIAL` or our own `SERIAL#PRODUCTNUMBER` format. Only the first `#` is a separator: a product number may contain
 * one (`8C2X9UT#ABA`) and is sent unchanged, because HP does not document which format it prefers.
 */
export function toQuery(identifier: string): HpQuery {
  const [serial = '', ...rest] = identifier.trim().toUpperCase().split('#');
  const productNumber = rest.join('#').trim();
  return { sn: serial.trim(), ...(productNumber === '' ? {} : { pn: productNumber }) };
}

/**
 * Groups identifiers that can share a call, in upper case and without duplicates. HP identifies a row by its serial only,
 * so a serial under two product numbers needs two calls to distinguish the answers.
 */
export function identifiersByCall(serials: readonly string[]): string[][] {
  const identifiers = new Set(serials.map((serial) => serial.trim().toUpperCase()));
  const bySerial = [...Map.groupBy(identifiers, (identifier) => toQuery(identifier).sn).values()];
  const calls = Math.max(0, ...bySerial.map((group) => group.length));
  return Array.from({ length: calls }, (_, index) =>
    bySerial.flatMap((group) => group.slice(index, index + 1)),
  );
}
