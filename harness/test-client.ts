import { type Call, createClient } from '@warranty/contracts/core/client';
import { startSession } from '@warranty/contracts/session';

export interface TestClient {
  /** URL of the server it calls. */
  url: string;
  userId: string;
  cookie: string;
  /** Sent with every request. */
  headers: Record<string, string>;
  call: Call;
}

/** Creates a client with its own session, as a page on that server would have. Every request has the given headers. */
export async function createTestClient(
  url: string,
  headers: Record<string, string> = {},
): Promise<TestClient> {
  let cookie = '';
  const keepCookie: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  };
  const opening = createClient({ baseUrl: url, headers: { origin: url, ...headers }, fetch: keepCookie });
  const { userId } = await opening(startSession, { body: {} });
  return reconnect(url, { userId, cookie }, headers);
}

/** The same client and session, connected to another process. */
export function reconnect(
  url: string,
  { userId, cookie }: Pick<TestClient, 'userId' | 'cookie'>,
  headers: Record<string, string> = {},
): TestClient {
  const all = { origin: url, cookie, ...headers };
  return { url, userId, cookie, headers: all, call: createClient({ baseUrl: url, headers: all }) };
}
