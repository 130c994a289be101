const frameOf = (value: object) => ({
  values: Object.values(value),
  keys: Array.isArray(value) ? null : Object.keys(value),
  at: 0,
});

/** Like JSON.stringify, but without its limit on depth. */
function writeDeepJson(root: object): string {
  const frames = [frameOf(root)];
  let text = Array.isArray(root) ? '[' : '{';
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (frame.at === frame.values.length) {
      text += frame.keys ? '}' : ']';
      frames.pop();
      continue;
    }
    if (frame.at > 0) text += ',';
    if (frame.keys) text += `${JSON.stringify(frame.keys[frame.at])}:`;
    const value = frame.values[frame.at];
    frame.at += 1;
    if (typeof value === 'object' && value !== null) {
      text += Array.isArray(value) ? '[' : '{';
      frames.push(frameOf(value));
    } else text += JSON.stringify(value) ?? 'null';
  }
  return text;
}

function writeJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return writeDeepJson(value);
    throw error;
  }
}

/** The text of a cell: strings as they are, empty for null, JSON for objects and arrays. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
}
