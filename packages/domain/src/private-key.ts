interface Pem {
  /** What the BEGIN line says: "EC PRIVATE KEY". */
  label: string;
  bytes: Uint8Array;
}

/** Line breaks may be missing: text fields with one line remove them, and JSON often has them as backslash and n. */
export function readPem(text: string): Pem | null {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]{1,8192})-----END \1-----/g)];
  // A file can start with the parameters of the curve.
  const [, label, body] = blocks.find(([, name]) => name?.endsWith('PRIVATE KEY')) ?? blocks[0] ?? [];
  if (label === undefined || body === undefined) return null;
  const base64 = body.replaceAll(/\\[rn]|\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return null;
  return { label, bytes: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) };
}

const curveP256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
/** The start of a private number with 32 bytes. */
const privateNumber = [0x04, 0x20];

function contains(bytes: Uint8Array, part: readonly number[]): boolean {
  return bytes.some((_, at) => part.every((byte, index) => bytes[at + index] === byte));
}

/** Why a text is not a P-256 private key, or null if it is one. Both usual forms are accepted. */
export function privateKeyProblem(text: string): string | null {
  if (/ENCRYPTED/.test(text)) return 'The private key is encrypted. Remove its passphrase first.';
  const pem = readPem(text);
  if (!pem) return 'Enter the whole private key, with its BEGIN and END lines.';
  const { label, bytes } = pem;
  if (!label.endsWith('PRIVATE KEY')) return `This is not a private key but a ${label.toLowerCase()}.`;
  const isP256 = contains(bytes, curveP256) && contains(bytes, privateNumber);
  return isP256 ? null : 'The private key must be an elliptic curve key (P-256).';
}
