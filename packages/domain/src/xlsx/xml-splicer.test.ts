import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createXmlSplicer, type Splice, type Tag, waiting } from './xml-splicer.ts';

type XmlSplicer = ReturnType<typeof createXmlSplicer>;

function spliced(pieces: readonly string[], onTag: (tag: Tag, splicer: XmlSplicer) => Splice): string {
  const splicer: XmlSplicer = createXmlSplicer((tag) => onTag(tag, splicer));
  let text = '';
  for (const piece of pieces) text += splicer.feed(piece);
  return text + splicer.end();
}

/** Cut at any places. */
const cut = (text: string, at: readonly number[]) => {
  const places = [0, ...at.map((place) => place % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return places.slice(1).map((place, index) => text.slice(places[index], place));
};

const sample =
  '<?xml version="1.0"?>\r\n<a x="1>2"><!-- <b/> --><b/>te&amp;xt<b  y=\'"\'>in<c/>side</b><![CDATA[<b>]]>\u00e9</a>\n';

describe('XML that is copied', () => {
  it('stays as it is, wherever its pieces end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (at) => {
        expect(spliced(cut(sample, at), () => undefined)).toBe(sample);
      }),
    );
  });

  it('has other tags, and other text between two of them, only where the handler says so', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (at) => {
        const result = spliced(cut(sample, at), ({ name, kind }, splicer) => {
          if (name === 'b' && kind === 'empty') return '<new/>';
          if (name === 'b' && kind === 'open') splicer.hold();
          if (name === 'b' && kind === 'close') splicer.release('<held/>');
          return undefined;
        });
        expect(result).toBe(
          sample.replace('--><b/>', '--><new/>').replace(/<b {2}y.*<\/b>(?=<!)/, '<held/>'),
        );
      }),
    );
  });

  it('stays as it is if what was held is not replaced, or becomes too long', () => {
    const long = `<a><b>${'x'.repeat(100_000)}</b></a>`;
    for (const [text, instead] of [
      ['<a><b>x</b></a>', undefined],
      [long, '<held/>'],
    ] as const) {
      const result = spliced(cut(text, [50_000, 70_000]), ({ name, kind }, splicer) => {
        if (name === 'b' && kind === 'open') splicer.hold();
        if (name === 'b' && kind === 'close') splicer.release(instead);
        return undefined;
      });
      expect(result).toBe(text);
    }
  });

  it('waits before a tag until it is told to go on', () => {
    let mayGoOn = false;
    const splicer = createXmlSplicer(({ name }) => (name === 'b' && !mayGoOn ? waiting : undefined));
    expect(splicer.feed('<a>x<b/>y</a>')).toBe('<a>x');
    expect(splicer.isWaiting()).toBe(true);
    mayGoOn = true;
    expect(splicer.feed('') + splicer.end()).toBe('<b/>y</a>');
  });

  it.each(['<a><b', '<a><!-- ', '<a><![CDATA[x]]'])('is refused if it ends too early: %s', (text) =>
    expect(() => spliced([text], () => undefined)).toThrow('The workbook is damaged.'),
  );

  it('is refused with a document type', () =>
    expect(() => spliced(['<!DOCTYPE a []><a/>'], () => undefined)).toThrow('document type'));

  it('takes time in proportion to the length, and keeps no more than a tag', () => {
    const secondsFor = (text: string) => {
      const splicer = createXmlSplicer(() => undefined);
      const startedAt = performance.now();
      for (let at = 0; at < text.length; at += 65_536) splicer.feed(text.slice(at, at + 65_536));
      return (performance.now() - startedAt) / 1000;
    };
    for (const unit of ['<c r="A1"><v>1</v></c>', '<!-- x -->', 'text ', '<![CDATA[ ]]>', '<a b=">"/>'])
      expect([unit, secondsFor(unit.repeat(8_000_000 / unit.length)) < 4]).toEqual([unit, true]);
    expect(() => spliced([`<a ${'x'.repeat(70_000)}`], () => undefined)).toThrow('The workbook is damaged.');
  });
});
