/** In V8, a short slice of a long string keeps the whole string alive; this copy does not. */
function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

const maxEntries = 4096;
const maxKeyLength = 200;

/** Memoizes by string key. Columns repeat their values, so the last few thousand results are cached. */
export function memoize<T>(answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (text.length > maxKeyLength) return answer(text);
    // The result may reference the text too, so it gets the copy.
    const own = detached(text);
    const fresh = answer(own);
    if (known.size >= maxEntries) known.clear();
    known.set(own, fresh);
    return fresh;
  };
}
