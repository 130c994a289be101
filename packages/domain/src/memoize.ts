/** A short piece of a long text keeps all of the text alive in V8; this copy does not. */
function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

const maxEntries = 4096;
const maxKeyLength = 200;

/** Columns repeat their values: makers, models, dates. Remembers the last few thousand answers. */
export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > maxKeyLength) return answer(text);
    // The answer may hold the text as well, hence it is given the copy.
    const own = detached(text);
    const fresh = answer(own);
    if (known.size >= maxEntries) known.clear();
    known.set(own, fresh);
    return fresh;
  };
}
