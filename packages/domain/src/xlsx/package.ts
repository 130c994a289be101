import type { ByteSource } from './byte-source.ts';
import { refuse } from './workbook-error.ts';
import { attributesOf, createXmlScanner } from './xml-scanner.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { compressedBytes, type InflateLimits, inflateLimits, readEntry } from './zip-entry.ts';

/** An archive cannot have more parts. */
const maxRelationships = 10_000;

export interface Relationship {
  /** The last part of its type: the rest differs between transitional and strict files. */
  type: string;
  /** The path of the part, or null if it is outside the workbook. */
  path: string | null;
}

type OpenElement = (name: string, tag: string, parents: readonly string[]) => void;

function resolvePath(base: string, target: string): string {
  const path: string[] = target.startsWith('/') ? [] : base.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') path.pop();
    else if (part !== '' && part !== '.') path.push(part);
  }
  return path.join('/');
}

/** UTF-8 unless a byte order mark says otherwise. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

export type Package = Awaited<ReturnType<typeof openPackage>>;

/** Opens a zip archive of XML parts that refer to each other, which is what an Office file is. */
export async function openPackage(source: ByteSource, limits: InflateLimits = inflateLimits) {
  const entries = await readZipDirectory(source);
  const budget = { inflated: 0 };

  async function* bytes(path: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(path.toLowerCase()) ?? refuse('damaged');
    for await (const piece of readEntry(source, entry, budget, limits)) {
      yield piece;
      const paused = source.pause?.();
      if (paused) await paused;
    }
  }

  /** The text of a part, piece by piece. */
  async function* text(path: string): AsyncGenerator<string> {
    let decoder: InstanceType<typeof TextDecoder> | null = null;
    for await (const piece of bytes(path)) {
      decoder ??= new TextDecoder(encodingOf(piece));
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder?.decode() ?? '';
  }

  /** Calls `open` for every element. */
  async function elements(path: string, open: OpenElement): Promise<void> {
    const parents: string[] = [];
    let length = 0;
    const scanner = createXmlScanner({
      open(name, tag) {
        open(name, tag, parents);
        parents.push(name);
      },
      close: () => void parents.pop(),
      text: () => undefined,
    });
    for await (const piece of text(path)) {
      length += piece.length;
      if (length > limits.part) refuse('inflated');
      scanner.feed(piece);
    }
    scanner.end();
  }

  return {
    has: (path: string): boolean => entries.has(path.toLowerCase()),
    paths: (): Iterable<string> => entries.keys(),
    /** In the order of the directory. */
    entries: (): Iterable<ZipEntry> => entries.values(),
    find: (path: string): ZipEntry | undefined => entries.get(path.toLowerCase()),
    /** As they are in the archive. */
    compressed: (entry: ZipEntry) => compressedBytes(source, entry),
    bytes,
    text,
    elements,
    /** By their ID. */
    async relationships(path: string) {
      const [folder, name] = [
        path.slice(0, path.lastIndexOf('/') + 1),
        path.slice(path.lastIndexOf('/') + 1),
      ];
      const found = new Map<string, Relationship>();
      const file = `${folder}_rels/${name}.rels`;
      if (!entries.has(file.toLowerCase())) return found;
      await elements(file, (element, tag) => {
        if (element !== 'Relationship') return;
        if (found.size >= maxRelationships) refuse('lists');
        const attributes = attributesOf(tag);
        const type = attributes.get('Type') ?? '';
        const target = attributes.get('Target') ?? '';
        const isExternal = attributes.get('TargetMode') === 'External';
        found.set(attributes.get('Id') ?? '', {
          type: type.slice(type.lastIndexOf('/') + 1),
          path: isExternal ? null : resolvePath(path, target),
        });
      });
      return found;
    },
  };
}
