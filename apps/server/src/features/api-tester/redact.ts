const replacement = '[hidden]';

/** The spellings in which a reply may repeat a secret. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

/** Replaces secrets in every text of a value, including the names in its objects. */
export function redact<Value>(value: Value, secrets: readonly string[]): Value {
  const spellings = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellingsOf))];
  // A secret may be a part of another one; then the whole one must go first.
  spellings.sort((one, other) => other.length - one.length);
  return redactValue(value, spellings) as Value;
}

const redactText = (text: string, spellings: readonly string[]): string =>
  spellings.reduce((clean, spelling) => clean.replaceAll(spelling, replacement), text);

function redactValue(value: unknown, spellings: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, spellings);
  // A key of digits may come back as a number.
  if (typeof value === 'number') return spellings.includes(String(value)) ? replacement : value;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, spellings));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redactText(name, spellings), redactValue(each, spellings)]),
  );
}
