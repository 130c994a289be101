/** The query of an individual lookup of this device. */
export function deviceSearch(modelNumber: string, manufacturer: string | null) {
  return { q: modelNumber, ...(manufacturer && { manufacturer }) };
}
