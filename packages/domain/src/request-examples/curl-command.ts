/** Nothing is special inside single quotes, not even a backslash. */
export const singleQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A command with its options below each other. */
export const onLines = (parts: readonly string[]) => parts.join(' \\\n  ');

interface SentRequest {
  method?: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** A request as it is sent, to paste into a terminal. */
export function curlCommand({ method = 'GET', url, headers = {}, body }: SentRequest): string {
  return onLines([
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${singleQuoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${singleQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${singleQuoted(body)}`]),
  ]);
}
