import { createAccessToken, listAccessTokens } from '@warranty/contracts/access-tokens';
import { readSession } from '@warranty/contracts/session';
import { createTestClient } from '../harness/test-client.ts';
import { keepAsking } from './keep-asking.ts';

// Sends requests to https://localhost until its standard input closes, in the network of an installation. Then prints how many
// failed, and whether a token that was created first is still there.
const pauseMs = 100;
const client = await createTestClient('https://localhost');
await client.call(createAccessToken, { body: { tokenName: 'before the upgrade' } });
const asking = [readSession, listAccessTokens, readSession].map((endpoint) =>
  keepAsking(() => client.call(endpoint), pauseMs),
);
console.log('started');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
const asked = await Promise.all(asking.map(({ stop }) => stop()));
const { tokens } = await client.call(listAccessTokens);
console.log(
  JSON.stringify({
    sent: asked.reduce((sum, { count }) => sum + count, 0),
    failures: asked.flatMap(({ failures }) => failures),
    found: tokens.some(({ tokenName }) => tokenName === 'before the upgrade'),
  }),
);
