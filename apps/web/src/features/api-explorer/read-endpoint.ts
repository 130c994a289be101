import { RequestError } from '@warranty/contracts/core/client';
import { organizationHeaders } from '../../lib/browser/organization.ts';
import { pause } from '../../lib/in-slices.ts';

/** Requests any path of our own server with the session of this page. Throws `{status}: {text}` if the reply is not OK. */
export async function readEndpoint(path: string, signal: AbortSignal) {
  const startedAt = performance.now();
  const response = await send(path, signal);
  const bytes = await response.arrayBuffer();
  const milliseconds = performance.now() - startedAt;
  const text = new TextDecoder().decode(bytes);
  if (!response.ok) throw new RequestError(response, text);
  // Decode and parse large replies in separate tasks, so that input events are handled in between.
  await pause();
  const { status } = response;
  return { data: parse(text, status), status, bytes: bytes.byteLength, milliseconds };
}

export type ReadReply = Awaited<ReturnType<typeof readEndpoint>>;

async function send(path: string, signal: AbortSignal): Promise<Response> {
  try {
    const headers = { ...organizationHeaders, accept: 'application/json' };
    return await fetch(path, { credentials: 'include', headers, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error('The server could not be reached. Check your connection and try again.', {
      cause: error,
    });
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${status}: the reply is not JSON`, { cause: error });
  }
}
