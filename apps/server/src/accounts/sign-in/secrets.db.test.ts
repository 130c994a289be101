import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';
import { invite, startMember, startVisitor } from '../../../test/people.ts';

const { log, lines } = recordLog();
const server = await startTestApp({ env: { SIGN_IN: 'optional' }, log });
const { organization } = await fillOrganization(server);

it('cookies, links and challenges appear in no dump, log line or metric', async () => {
  const secret = await invite(server, organization, 'member');
  const inspector = startVisitor(server);
  await inspector.post('/api/links/inspect', { secret });
  const member = await startMember(server, organization, 'admin');
  const { url } = (await member.post('/api/organization/invitations', { label: '', role: 'viewer' })).json();
  const { challenge } = (await member.post('/api/auth/passkey/options')).json();
  const credential = member.authenticator.sign({ challenge, rpId: 'localhost' });
  await member.post('/api/auth/passkey', { credential });
  const unused = (await member.post('/api/auth/passkey/options')).json().challenge;
  server.deps.log.info({ note: secret }, `used ${url}`);
  const everything = await everythingOf(server, lines);
  expect(everything).toContain('[redacted]');
  const linkSecrets = [secret, url.split('#')[1]].map((text) => text.slice(8, 44));
  expectNoTrace(everything, [...linkSecrets, challenge, unused, ...member.cookies.values()]);
});

it('the request log names the organization and the person who acts in it, by hashes', async () => {
  const [one, two] = [
    await startMember(server, organization, 'viewer', 'One'),
    await startMember(server, organization, 'viewer', 'Two'),
  ];
  lines.length = 0;
  for (const member of [one, two]) await member.get('/api/bulk-runs');
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  const [first, second] = requests;
  expect(requests).toHaveLength(2);
  expect(first.actor).toMatch(/^[0-9a-f]{12}$/);
  expect(second.actor).not.toBe(first.actor);
  expect(second.principal).toBe(first.principal);
  expect(lines.join('')).not.toContain(one.id);
});
