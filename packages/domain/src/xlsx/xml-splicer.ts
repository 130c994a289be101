import { refuse } from './workbook-error.ts';
import { maxTagLength, type Section, sections, tagEnd } from './xml-scanner.ts';

/** A tag of the document. It is only valid during the call that gets it. */
export interface Tag {
  /** With its prefix. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  /** With its brackets. */
  readonly text: string;
}

/** What happens to a tag: nothing, another text instead of it, or everything stops before it. */
export type Splice = undefined | string | typeof waiting;
export const waiting = Symbol('waiting');

const slash = 47;
const exclamation = 33;
const question = 63;
/** Of what is held: a blank cell has a fraction of it. */
const maxHeld = 64 * 1024;

const letters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Names of one letter are those of cells, which are most of a sheet: they cost no new string. */
function nameIn(text: string, start: number, end: number): string {
  let at = start;
  while (at < end && text.charCodeAt(at) > 32 && text.charCodeAt(at) !== slash) at += 1;
  return (at - start === 1 && letters[text.charCodeAt(start)]) || text.slice(start, at);
}

/** One for all tags: a sheet has millions. */
class CurrentTag implements Tag {
  name = '';
  kind: Tag['kind'] = 'open';
  #chunk = '';
  #start = 0;
  #last = 0;

  moveTo(chunk: string, start: number, last: number): Tag {
    const isClosing = chunk.charCodeAt(start + 1) === slash;
    this.#chunk = chunk;
    this.#start = start;
    this.#last = last;
    this.name = nameIn(chunk, start + (isClosing ? 2 : 1), last);
    this.kind = isClosing ? 'close' : chunk.charCodeAt(last - 1) === slash ? 'empty' : 'open';
    return this;
  }

  get text(): string {
    return this.#chunk.slice(this.#start, this.#last + 1);
  }
}

/**
 * Copies XML in chunks and in linear time, and lets a handler replace tags and what is between two of them. Everything else stays
 * as it is, character by character.
 */
export function createXmlSplicer(onTag: (tag: Tag) => Splice) {
  const current = new CurrentTag();
  let rest = '';
  let section: Section | null = null;
  let isStopped = false;
  /** What is complete, and where the held part of it starts; -1 if nothing is held. */
  let output = '';
  let heldFrom = -1;
  let mustHold = false;
  let released: { instead: string | undefined } | null = null;

  /** Returns the position after the section, or where to continue with the next chunk. */
  function skipSection(open: Section, text: string, start: number): number {
    const end = text.indexOf(open.end, start);
    section = end < 0 ? open : null;
    return end < 0 ? Math.max(start, text.length - open.end.length + 1) : end + open.end.length;
  }

  /** Returns the position after a comment or the like; -1 if it is too short to tell. */
  function startSection(text: string, open: number): number {
    const found = sections.find(({ start }) => text.startsWith(start, open + 1));
    if (found) return skipSection(found, text, open + 1 + found.start.length);
    return text.length - open > 9 ? refuse('entities') : -1;
  }

  function writeTag(text: string, from: number, open: number, end: number, splice: string | undefined): void {
    if (mustHold) {
      output += text.slice(from, open);
      heldFrom = output.length;
      output += splice ?? text.slice(open, end);
    } else if (splice !== undefined) output += text.slice(from, open) + splice;
    else output += text.slice(from, end);
    mustHold = false;
    if (released && heldFrom >= 0) {
      if (released.instead !== undefined) output = output.slice(0, heldFrom) + released.instead;
      heldFrom = -1;
    }
    released = null;
  }

  function read(text: string): void {
    let at = 0;
    let from = 0;
    isStopped = false;
    while (at < text.length) {
      if (section) {
        at = skipSection(section, text, at);
        if (section) break;
        continue;
      }
      const open = text.indexOf('<', at);
      at = open < 0 ? text.length : open;
      if (open < 0) break;
      const first = text.charCodeAt(open + 1);
      if (first === exclamation || first === question) {
        const next = startSection(text, open);
        at = next < 0 ? open : next;
        if (next < 0 || section) break;
        continue;
      }
      const last = tagEnd(text, open + 1);
      if (last < 0) {
        if (text.length - open > maxTagLength) refuse('damaged');
        break;
      }
      const splice = onTag(current.moveTo(text, open, last));
      if (splice === waiting) {
        isStopped = true;
        break;
      }
      at = last + 1;
      if (splice === undefined && !mustHold && released === null) continue;
      writeTag(text, from, open, at, splice);
      from = at;
    }
    output += text.slice(from, at);
    rest = text.slice(at);
    if (heldFrom >= 0 && output.length - heldFrom > maxHeld) heldFrom = -1;
  }

  function taken(): string {
    const until = heldFrom < 0 ? output.length : heldFrom;
    const complete = output.slice(0, until);
    output = output.slice(until);
    if (heldFrom > 0) heldFrom = 0;
    return complete;
  }

  return {
    /** Returns what is complete. Chunks may end anywhere. `''` continues after `waiting`. */
    feed(text: string): string {
      read(rest + text);
      return taken();
    },
    isWaiting: () => isStopped,
    /** Keeps the tag and what follows it, until `release` decides what becomes of it or it becomes too long. */
    hold(): void {
      mustHold = true;
    },
    /** Together with the current tag: writes `instead`, or everything as it was. */
    release(instead?: string): void {
      released = { instead };
    },
    end(): string {
      if (rest !== '' || section !== null || isStopped) refuse('damaged');
      heldFrom = -1;
      return taken();
    },
  };
}
