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
