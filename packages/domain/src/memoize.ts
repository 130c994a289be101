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

/** The value of a key, made if it is needed for the first time. */
export function getOrMake<Key, Value extends object | string | number | null>(
  values: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  const made = make();
  values.set(key, made);
  return made;
}
