import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CsvError } from '../csv/csv-error.ts';
import { attributesOf, createXmlScanner } from './xml-scanner.ts';

function scan(xml: string, piece: number): string[] {
  const events: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') events.push(text);
    text = '';
  };
  const scanner = createXmlScanner({
    open(name, tag) {
      flush();
      events.push(`<${name} ${[...attributesOf(tag)].flat().join(' ')}>`);
    },
    close(name) {
      flush();
      events.push(`</${name}>`);
    },
    text: (more) => {
      text += more;
    },
  });
  for (let at = 0; at < xml.length; at += piece) scanner.feed(xml.slice(at, at + piece));
  scanner.end();
  return events;
}

const xml =
  '<?xml version="1.0"?><!-- a > b --><x:a xmlns:x="u" b = "1 > 0"  x:c=\'&lt;"\'>t&amp;&#x1F600;<![CDATA[<>&]]]]><d/><e\n/>z</x:a>';
const events = ['<a x u b 1 > 0 c <">', 't&😀<>&]]', '<d >', '</d>', '<e >', '</e>', 'z', '</a>'];

it.each([1, 2, 3, 5, 7, 11, 1000])('reads the same in pieces of %i characters', (piece) =>
  expect(scan(xml, piece)).toEqual(events),
);

it('returns or refuses, whatever it reads', () => {
  const part = fc.constantFrom(...'<>/![]-?&;#a"= ', "'");
  const text = fc.array(fc.oneof(part, fc.constantFrom('<a>', '</a>', '<!--', '-->', '<![CDATA[', ']]>')));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (parts, piece) => {
      try {
        scan(parts.join(''), piece);
      } catch (error) {
        expect(error).toBeInstanceOf(CsvError);
      }
    }),
    { numRuns: 2000 },
  );
});

it('takes time in proportion to the length', () => {
  const milliseconds = (text: string) => {
    const startedAt = performance.now();
    try {
      scan(text, 16 * 1024);
    } catch (error) {
      expect(error).toBeInstanceOf(CsvError);
    }
    return performance.now() - startedAt;
  };
  const length = 4_000_000;
  for (const start of ['<', '<!--', '<a b="', '&', '<![CDATA[', '<a '])
    for (const fill of ['x', '<', '&', '-', ']', '"'])
      expect(milliseconds(start + fill.repeat(length))).toBeLessThan(4000);
});
