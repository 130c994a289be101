import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Counts and hashes what passes through. */
export function createChecksum() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      done(null, piece);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
