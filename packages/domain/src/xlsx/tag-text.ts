import { readAttributes } from './xml-scanner.ts';

// Tags as they are written, with their brackets.

/** The value of an attribute, whose name is given as it is written; null if there is none. */
export function attributeIn(tag: string, name: string): string | null {
  const start = tag.indexOf(` ${name}="`);
  if (start >= 0) {
    const from = start + name.length + 3;
    return tag.slice(from, tag.indexOf('"', from));
  }
  let found: string | null = null;
  readAttributes(tag, (each, value) => {
    if (each === name) found = value;
  });
  return found;
}

export const withoutAttribute = (tag: string, name: string): string =>
  tag.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), '');

/** The attribute is added if there is none. The value must not need escapes. */
export function withAttribute(tag: string, name: string, value: string | number): string {
  const bare = withoutAttribute(tag, name);
  const end = bare.endsWith('/>') ? bare.length - 2 : bare.length - 1;
  return `${bare.slice(0, end).trimEnd()} ${name}="${value}"${bare.slice(end)}`;
}

export const asOpening = (tag: string): string =>
  tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag;

export const asEmpty = (tag: string): string => (tag.endsWith('/>') ? tag : `${tag.slice(0, -1)}/>`);
