/** Replaces each `{name}` of a vendor's path. The values must already be encoded. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
