import { type Call, createClient } from '@warranty/contracts/client';
import { startSession } from '@warranty/contracts/session';

export interface TestClient {
  /** Of the server it visits. */
  url: string;
  userId: string;
  cookie: string;
  call: Call;
}

/** A caller with a session of its own, as a page on that server would have. */
export async function createTestClient(url: string): Promise<TestClient> {
  let cookie = '';
  const keepCookie: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return response;
  };
  const opening = createClient({ baseUrl: url, headers: { origin: url }, fetch: keepCookie });
  const { userId } = await opening(startSession, { body: {} });
  return reconnect(url, { userId, cookie });
}

/** The same caller with the same session at another process. */
export function reconnect(
  url: string,
  { userId, cookie }: Pick<TestClient, 'userId' | 'cookie'>,
): TestClient {
  return { url, userId, cookie, call: createClient({ baseUrl: url, headers: { origin: url, cookie } }) };
}
