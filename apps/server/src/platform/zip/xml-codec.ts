import { encodingOf } from '@warranty/domain/xlsx/package';

/** Bytes of XML as text whose markup is readable, and back, without changing any other byte. */
export interface XmlCodec {
  /** Chunks may end anywhere. */
  decode(bytes: Uint8Array): string;
  encode(text: string): Buffer;
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);

/** In UTF-8, and every other encoding that contains ASCII, each byte is a character. */
const byteCodec: XmlCodec = {
  decode: (bytes) => viewOf(bytes).toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
};

function wideCodec(isBigEndian: boolean): XmlCodec {
  let rest: Buffer = Buffer.alloc(0);
  return {
    decode(bytes) {
      const all = Buffer.concat([rest, bytes]);
      const even = all.length - (all.length % 2);
      rest = all.subarray(even);
      const whole = all.subarray(0, even);
      return (isBigEndian ? whole.swap16() : whole).toString('utf16le');
    },
    encode(text) {
      const bytes = Buffer.from(text, 'utf16le');
      return isBigEndian ? bytes.swap16() : bytes;
    },
  };
}

/** For a part that starts with these bytes. */
export function createXmlCodec(first: Uint8Array): XmlCodec {
  const encoding = encodingOf(first);
  return encoding === 'utf-8' ? byteCodec : wideCodec(encoding === 'utf-16be');
}
