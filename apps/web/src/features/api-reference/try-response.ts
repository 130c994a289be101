export type TryBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string; isCut: boolean }
  | { kind: 'file'; file: File };

/** Larger JSON takes too long to show; it can be saved. */
const maxJsonBytes = 5 * 1024 * 1024;
const maxTextChars = 100_000;

/** The headers that say something about a call, as they are written in documents. */
const shownHeaders = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Content-Type',
  'Content-Disposition',
];

export async function readTryResponse(response: Response, startedAt: number) {
  const blob = await response.blob();
  const milliseconds = performance.now() - startedAt;
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds,
    bytes: blob.size,
    headers: shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [{ name, value }];
    }),
    body: await readBody(blob, response.headers),
  };
}

/** The response to a tried request. */
export type TryResponse = Awaited<ReturnType<typeof readTryResponse>>;

async function readBody(blob: Blob, headers: Headers): Promise<TryBody> {
  if (blob.size === 0) return startOf('');
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/json') && blob.size <= maxJsonBytes) return readJson(await blob.text());
  if (type.startsWith('text/')) {
    // Four bytes are the longest character, and what follows is not decoded.
    return startOf(await blob.slice(0, maxTextChars * 4).text());
  }
  return { kind: 'file', file: new File([blob], fileNameIn(headers), { type }) };
}

const startOf = (text: string): TryBody => ({
  kind: 'text',
  text: text.slice(0, maxTextChars),
  isCut: text.length > maxTextChars,
});

function readJson(text: string): TryBody {
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return startOf(text);
  }
}

function fileNameIn(headers: Headers): string {
  return /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'response';
}

/** The message for the user and the code, if the server sent them. */
export function errorIn({ body }: TryResponse): { message: string; code: string } | null {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return null;
  const { error, code } = body.value as { error?: unknown; code?: unknown };
  return typeof error === 'string' && typeof code === 'string' ? { message: error, code } : null;
}
