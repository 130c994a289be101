/** The device in the examples of endpoints. A server replaces it with one that it can look up. */
export const exampleSerial = '7XK2P93';

/** The same example about another device. */
export function exampleAbout<T>(example: T, serial: string): T {
  return JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(exampleSerial, () => serial) : value,
  );
}
