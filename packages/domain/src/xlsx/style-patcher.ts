import type { StyleAdditions, StyleVariant } from './style-table.ts';
import { asOpening, attributeIn, withAttribute } from './tag-text.ts';
import { createXmlSplicer, type Splice, type Tag } from './xml-splicer.ts';

/** For a cell with a style that the file does not have. */
const plainStyle = (prefix: string) =>
  `<${prefix}xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`;

const escaped = (code: string) =>
  code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Adds number formats and styles to those of a workbook. Everything else stays as it is, character by character. */
export function createStylePatcher({ formats, firstFormatId, variants }: StyleAdditions) {
  const bases = new Map<number, string>();
  const wanted = new Set(variants.map(({ base }) => base));
  let prefix: string | null = null;
  let hasFormats = formats.length === 0;
  let isInStyles = false;
  /** Of the style that is being read. */
  let index = -1;
  let isInStyle = false;

  const formatsXml = () =>
    formats
      .map((code, at) => `<${prefix}numFmt numFmtId="${firstFormatId + at}" formatCode="${escaped(code)}"/>`)
      .join('');

  function variantXml({ base, formatId }: StyleVariant): string {
    const style = bases.get(base) ?? plainStyle(prefix ?? '');
    const end = style.indexOf('>') + 1;
    const tag = withAttribute(style.slice(0, end), 'numFmtId', formatId);
    return withAttribute(tag, 'applyNumberFormat', 1) + style.slice(end);
  }

  /** A list with more elements at its end. */
  function extended(tag: Tag, count: number, xml: () => string): Splice {
    if (tag.kind === 'close') return xml() + tag.text;
    const counted = attributeIn(tag.text, 'count');
    const text = counted === null ? tag.text : withAttribute(tag.text, 'count', Number(counted) + count);
    return tag.kind === 'empty' ? `${asOpening(text)}${xml()}</${tag.name}>` : text;
  }

  /** Styles have elements inside, but no text. */
  function collect({ name, kind, text }: Tag): void {
    const isStyle = name === `${prefix}xf`;
    if (isStyle && kind !== 'close') {
      index += 1;
      isInStyle = kind === 'open';
      if (wanted.has(index)) bases.set(index, text);
      return;
    }
    if (isInStyle && wanted.has(index)) bases.set(index, bases.get(index) + text);
    if (isStyle) isInStyle = false;
  }

  function onTag(tag: Tag): Splice {
    if (prefix === null) {
      prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      return undefined;
    }
    if (tag.name === `${prefix}numFmts` && formats.length > 0) {
      hasFormats = true;
      return extended(tag, formats.length, formatsXml);
    }
    if (tag.name === `${prefix}cellXfs`) {
      isInStyles = tag.kind === 'open';
      return extended(tag, variants.length, () => variants.map(variantXml).join(''));
    }
    if (isInStyles) collect(tag);
    if (hasFormats) return undefined;
    // Formats come first.
    hasFormats = true;
    return `<${prefix}numFmts count="${formats.length}">${formatsXml()}</${prefix}numFmts>${tag.text}`;
  }

  return createXmlSplicer(onTag);
}
