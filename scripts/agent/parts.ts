/** The parts of a script: file names without extension, and texts. */
export type Parts = ReadonlyMap<string, string>;

export function textOf(parts: Parts, name: string, neededBy: string): string {
  const text = parts.get(name);
  if (text === undefined) throw new Error(`${neededBy} needs ${name}, which is not a part`);
  return text;
}

/** A part that no other uses would be missing in the script without anyone noticing. */
export function assertAllUsed(parts: Parts, used: readonly string[]): void {
  const unused = [...parts.keys()].filter((name) => !used.includes(name));
  if (unused.length > 0) throw new Error(`not reached from main: ${unused.join(', ')}`);
}
