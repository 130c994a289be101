import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { createBulkRun, exampleFile, listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { createInvitation } from '@warranty/contracts/organization';
import { startSession } from '@warranty/contracts/session';
import { signOut } from '@warranty/contracts/sign-in';
import { chromiumOptions } from '../../harness/browser.ts';
import { nginxProgram, startNginx } from '../../harness/nginx.ts';
import { freePort, harnessMasterKey, serverProgram, start } from '../../harness/processes.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { startProcess } from '../installation.ts';
import { openVisit, type Visit } from '../passkey-visit.ts';
import { installWithVendor } from '../with-vendor.ts';

const handle = 'contoso';

/** Two api processes with `SIGN_IN=required` behind a real nginx, with TLS. */
async function installWithTls(context: FaultContext) {
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const { dir, env } = await installWithVendor(context, {
    apis: 0,
    env: { PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1', SIGN_IN: 'required' },
  });
  const ports: [number, number] = [await freePort(), await freePort()];
  await Promise.all(ports.map((PORT) => startProcess(context, 'api', { ...env, PORT: String(PORT) })));
  const nginx = await startNginx(dir, port, ports);
  context.cleanup(() => nginx.stop('SIGKILL'));
  return { url, plainUrl: nginx.plainUrl, env };
}

/** Returns the link for the first admin. */
async function createOrganization(env: Record<string, string>): Promise<string> {
  const args = [serverProgram, 'create-organization', 'Contoso Ltd', '--handle', handle];
  const command = start(process.execPath, args, { env: { SECRETS_KEY: harnessMasterKey, ...env } });
  const link = await command.waitForLine((line) => line.includes('/link#wll_'));
  assert((await command.ended()) === 0, 'create-organization failed');
  return link;
}

/** The cookie of a sign-in is for this host alone, and for https. */
async function checkCookie(visit: Visit): Promise<string> {
  const [header = '', ...others] = await visit.signInHeaders();
  assert(others.length === 0, `there are ${others.length + 1} cookies`);
  const [pair = '', ...attributes] = header.split('; ');
  const wanted = ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/'];
  const lacks = wanted.filter((attribute) => !attributes.includes(attribute));
  assert(pair.startsWith('__Host-warranty_sign_in='), `the cookie is ${pair.split('=')[0]}`);
  assert(lacks.length === 0, `the cookie lacks ${lacks.join(', ')}`);
  assert(!/;\s*domain=/i.test(header), 'the cookie has a domain');
  return pair;
}

/** Like `fetch`, which sends no cookie that it was given over plain http. */
function getPlain(url: string, cookie: string): Promise<{ status: number; location: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { cookie } }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode ?? 0, location: reply.headers.location ?? '' });
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Over plain http the proxy only says where https is, and the cookie under its name for plain http opens nothing. */
async function checkPlainHttp(url: string, plainUrl: string, cookie: string): Promise<void> {
  const { status, location } = await getPlain(`${plainUrl}${listBulkRuns.path}`, cookie);
  assert(status === 301 && location.startsWith('https://'), `plain http got ${status} ${location}`);
  const renamed = await fetch(`${url}${listBulkRuns.path}`, {
    headers: { cookie: cookie.replace('__Host-', '') },
  });
  assert(renamed.status === 401, `the cookie without its prefix got ${renamed.status}`);
}

/** An admin with a run, and someone who is invited and sees it. */
async function useOrganization(anna: Visit, bert: Visit): Promise<void> {
  const { body: run, code } = await anna.call<BulkRun>(createBulkRun, exampleFile);
  assert(code === undefined, `the run got ${code}`);
  const invitation = { label: 'Bert', role: 'viewer' };
  const { body, status } = await anna.call<{ url: string }>(createInvitation, invitation);
  assert(status === 201, `the invitation got ${status}`);
  await bert.join(body.url, 'Bert');
  await checkCookie(bert);
  const { body: seen } = await bert.call<{ runs: BulkRun[] }>(listBulkRuns);
  const listed = JSON.stringify(seen.runs.map(({ id, createdBy }) => [id, createdBy]));
  assert(listed === JSON.stringify([[run.id, 'Anna']]), `a colleague sees ${listed}`);
  const refused = await bert.call(createBulkRun, exampleFile);
  assert(refused.status === 403, `a run of a viewer got ${refused.status}`);
}

/** The old cookie is worth nothing afterwards, and the passkey opens another session. */
async function signOutAndIn(visit: Visit, url: string, cookie: string): Promise<void> {
  const out = await visit.call(signOut, {});
  assert(out.status === 204, `sign-out got ${out.status}`);
  const without = await visit.call(listBulkRuns);
  assert(without.code === 'sign_in_needed', `without a sign-in: ${without.status} ${without.code}`);
  const stolen = await fetch(`${url}${listBulkRuns.path}`, { headers: { cookie } });
  assert(stolen.status === 401, `the cookie of an ended sign-in got ${stolen.status}`);
  await visit.signIn();
  assert((await checkCookie(visit)) !== cookie, 'the new sign-in has the old cookie');
  const again = await visit.call(listBulkRuns);
  assert(again.status === 200, `after signing in again: ${again.status}`);
}

const launch = async (context: FaultContext): Promise<Browser> => {
  const browser = await chromium.launch(chromiumOptions);
  context.cleanup(() => browser.close());
  return browser;
};

export const signInOverTls: Fault = {
  number: 126,
  title:
    'SIGN_IN=required behind nginx with TLS: an organization, two people with passkeys, sign-out and back',
  async run(context) {
    if (!existsSync(nginxProgram)) return 'skipped: nginx is not installed';
    const { url, plainUrl, env } = await installWithTls(context);
    const [link, browser] = await Promise.all([createOrganization(env), launch(context)]);
    const startedAt = performance.now();
    const [anna, bert] = [await openVisit(browser, url, handle), await openVisit(browser, url, handle)];
    const asBrowser = await anna.call(startSession, {});
    assert(asBrowser.code === 'sign_in_needed', `a browser got ${asBrowser.status} ${asBrowser.code}`);
    await anna.join(link, 'Anna');
    const cookie = await checkCookie(anna);
    await useOrganization(anna, bert);
    await checkPlainHttp(url, plainUrl, cookie);
    await signOutAndIn(anna, url, cookie);
    const took = seconds(performance.now() - startedAt);
    return `two people joined and one signed in again with passkeys in ${took}; cookies are for this host and https alone, and refused after sign-out`;
  },
};
