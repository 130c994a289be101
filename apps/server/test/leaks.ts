import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { dumpDatabase } from './dump.ts';

/** Everything that a server stores, logs, publishes and replies. */
export async function everythingOf(
  { database, deps }: TestApp,
  lines: readonly string[],
  replies: readonly LightMyRequestResponse[] = [],
): Promise<string> {
  return [
    await dumpDatabase(database),
    await deps.metrics.registry.metrics(),
    ...lines,
    ...replies.map(({ headers, body }) => JSON.stringify(headers) + body),
  ].join('\n');
}

/** The secrets are not in the text, in any encoding. */
export function expectNoTrace(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    const bytes = Buffer.from(secret);
    // Base64 depends on the offset, so the beginning is encoded at all three to find it inside a longer text.
    const encoded = [0, 1, 2].map((skip) => bytes.subarray(skip, skip + 15).toString('base64'));
    for (const form of [secret, bytes.toString('hex'), ...encoded])
      expect(text.includes(form), `${form} leaked`).toBe(false);
  }
}
