import { refuse } from './workbook-error.ts';

export interface XmlHandler {
  /** `name` is without its prefix; `tag` is everything between the brackets. */
  open(name: string, tag: string): void;
  /** Also called after `open` for an empty element. */
  close(name: string): void;
  /** A text may arrive in several pieces. */
  text(text: string): void;
}

/** Longer tags are not needed by any program and would be buffered. */
export const maxTagLength = 64 * 1024;
/** Elements of a workbook are at most about 20 deep. */
const maxDepth = 256;
/** The longest reference is `&#1114111;`. */
const maxReferenceLength = 12;
const doubleQuote = 34;
const singleQuote = 39;
const slash = 47;
const colon = 58;
const greater = 62;

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function resolveReference(body: string): string {
  const known = named[body];
  if (known !== undefined) return known;
  const isHex = body.startsWith('#x');
  const digits = body.slice(isHex ? 2 : 1);
  if (!body.startsWith('#') || !(isHex ? /^[0-9a-f]{1,6}$/i : /^\d{1,7}$/).test(digits)) refuse('damaged');
  const code = Number.parseInt(digits, isHex ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : refuse('damaged');
}

/** Only the five names of XML itself and numbers are known: a document type could define others. */
export function decodeReferences(text: string): string {
  let at = text.indexOf('&');
  if (at < 0) return text;
  let decoded = '';
  let from = 0;
  while (at >= 0) {
    const end = text.indexOf(';', at);
    if (end < 0 || end - at > maxReferenceLength) refuse('damaged');
    decoded += text.slice(from, at) + resolveReference(text.slice(at + 1, end));
    from = end + 1;
    at = text.indexOf('&', from);
  }
  return decoded + text.slice(from);
}

/** The position of the bracket that ends a tag; brackets inside quotes do not. -1 if it is not in the text. */
export function tagEnd(text: string, start: number): number {
  let quote = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === greater) return at;
    else if (code === doubleQuote || code === singleQuote) quote = code;
  }
  return -1;
}

/** The name without its prefix, which every program chooses for itself. */
function localName(text: string, start: number, end: number): string {
  let from = start;
  let at = start;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === slash) break;
    if (code === colon) from = at + 1;
  }
  return text.slice(from, at);
}

/** What has no tags in it. */
export const sections = [
  { start: '!--', end: '-->' },
  { start: '![CDATA[', end: ']]>' },
  { start: '?', end: '?>' },
] as const;
const cdata = sections[1];
export type Section = (typeof sections)[number];

/**
 * Reads XML in chunks and in linear time. Only an incomplete tag or reference is buffered between chunks. It reads what
 * workbooks consist of, and refuses document types, so that entities can neither expand nor refer to files.
 */
export function createXmlScanner(handler: XmlHandler) {
  let rest = '';
  let section: Section | null = null;
  let depth = 0;
  let isStopped = false;

  function emitText(text: string): void {
    if (text !== '') handler.text(decodeReferences(text));
  }

  /** Text up to the end of the chunk. A reference at its end may be incomplete and is kept for the next chunk. */
  function endText(text: string, start: number, isLast: boolean): number {
    const last = text.lastIndexOf('&');
    const isCut = !isLast && last >= start && !text.includes(';', last);
    const end = isCut ? last : text.length;
    emitText(text.slice(start, end));
    if (text.length - end > maxReferenceLength) refuse('damaged');
    return end;
  }

  /** Returns the position after the section, or where to continue with the next chunk. */
  function readSection(open: Section, text: string, start: number, isLast: boolean): number {
    const end = text.indexOf(open.end, start);
    if (end < 0 && isLast) refuse('damaged');
    const until = end < 0 ? Math.max(start, text.length - open.end.length + 1) : end;
    if (open === cdata && until > start) handler.text(text.slice(start, until));
    section = end < 0 ? open : null;
    return end < 0 ? until : end + open.end.length;
  }

  function readTag(text: string, start: number, end: number): void {
    if (text.charCodeAt(start) === slash) {
      depth -= 1;
      handler.close(localName(text, start + 1, end));
      return;
    }
    const name = localName(text, start, end);
    const isEmpty = text.charCodeAt(end - 1) === slash;
    handler.open(name, text.slice(start, isEmpty ? end - 1 : end));
    if (isEmpty) handler.close(name);
    else depth += 1;
    if (depth > maxDepth) refuse('damaged');
  }

  /** Returns the position after the markup that starts at `at`, or -1 if it is incomplete. */
  function readMarkup(text: string, at: number, isLast: boolean): number {
    const first = text.charCodeAt(at + 1);
    if (first === 33 || first === 63) {
      const found = sections.find(({ start }) => text.startsWith(start, at + 1));
      if (found) return readSection(found, text, at + 1 + found.start.length, isLast);
      // Too short to tell, unless it is complete: then it is a document type.
      if (text.length - at > 9) refuse('entities');
      return -1;
    }
    const end = tagEnd(text, at + 1);
    if (end < 0 && text.length - at > maxTagLength) refuse('damaged');
    if (end > 0) readTag(text, at + 1, end);
    return end < 0 ? -1 : end + 1;
  }

  function read(text: string, isLast: boolean): void {
    let at = 0;
    isStopped = false;
    while (at < text.length && !isStopped) {
      if (section) {
        at = readSection(section, text, at, isLast);
        if (section) break;
        continue;
      }
      const open = text.indexOf('<', at);
      if (open < 0) {
        at = endText(text, at, isLast);
        break;
      }
      if (open > at) emitText(text.slice(at, open));
      const next = readMarkup(text, open, isLast);
      at = next < 0 ? open : next;
      if (next < 0 || section) break;
    }
    rest = text.slice(at);
  }

  return {
    /** Chunks may end anywhere. */
    feed: (text: string): void => read(rest + text, false),
    /** Called by a handler that has enough: what is left of the chunk is read by the next call of `feed`. */
    stop(): void {
      isStopped = true;
    },
    isStopped: () => isStopped,
    end(): void {
      read(rest, true);
      if (rest !== '' || section !== null || depth !== 0) refuse('damaged');
    },
  };
}

/** Calls `take` for every attribute with its name as written, including a prefix. */
export function readAttributes(tag: string, take: (name: string, value: string) => void): void {
  let at = 0;
  for (;;) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) return;
    let open = equals + 1;
    while (tag.charCodeAt(open) <= 32) open += 1;
    const quote = tag[open];
    if (quote !== '"' && quote !== "'") refuse('damaged');
    const close = tag.indexOf(quote as string, open + 1);
    if (close < 0) refuse('damaged');
    let end = equals;
    while (end > at && tag.charCodeAt(end - 1) <= 32) end -= 1;
    let start = end;
    while (start > at && tag.charCodeAt(start - 1) > 32) start -= 1;
    take(tag.slice(start, end), tag.slice(open + 1, close));
    at = close + 1;
  }
}

/** Attributes by their name without its prefix. */
export function attributesOf(tag: string): Map<string, string> {
  const attributes = new Map<string, string>();
  readAttributes(tag, (name, value) => {
    attributes.set(name.slice(name.indexOf(':') + 1), decodeReferences(value));
  });
  return attributes;
}
