import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { lookUp, path, sample } from '../warranty/individual-lookup.page.ts';

const recentLookups = (page: Page) => page.getByRole('region', { name: 'Recent lookups' });
const userOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('demo-user-id'));

/** How many requests from other sites the server has rejected, according to its metrics. */
async function refusals(): Promise<number> {
  const metrics = await (await fetch(`${process.env.E2E_INTERNAL_URL}/metrics`)).text();
  const line =
    /^warranty_http_request_duration_seconds_count\{http_route="\/api\/auth\/session",http_request_method="POST",http_response_status_code="403"\} (\d+)$/m;
  return Number(line.exec(metrics)?.[1] ?? 0);
}

test.describe('a session', () => {
  test('is created on load, survives a reload and is shared with a second tab', async ({ page, context }) => {
    await page.goto('/');
    await expect.poll(() => userOf(page)).toMatch(/^demo-user-[a-z0-9]{9}$/);
    const user = await userOf(page);
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(await userOf(page)).toBe(user);

    const second = await context.newPage();
    await second.goto('/');
    await expect.poll(() => userOf(second)).toBe(user);
  });

  test('keeps its cookie inaccessible to scripts', async ({ page, context }) => {
    await page.goto('/');
    await expect.poll(() => userOf(page)).not.toBeNull();
    expect(await page.evaluate(() => document.cookie)).not.toContain('warranty_sid');
    const cookie = (await context.cookies()).find(({ name }) => name === 'warranty_sid');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  });

  test('that the server has lost becomes one of a new user, without the lists of the old one', async ({
    page,
    context,
  }) => {
    await page.goto(path);
    const tag = await sample(page, 'active');
    await lookUp(page, tag);
    const user = await userOf(page);
    await page.evaluate(() => localStorage.setItem('vite-ui-theme', 'dark'));
    await page.goto('/');
    await expect(recentLookups(page)).toContainText(tag);
    await page.close();
    const cookie = (await context.cookies()).find(({ name }) => name === 'warranty_sid');
    if (cookie) await context.addCookies([{ ...cookie, value: [...cookie.value].reverse().join('') }]);

    const next = await context.newPage();
    await next.goto('/');
    await expect.poll(() => userOf(next)).toMatch(/^demo-user-[a-z0-9]{9}$/);
    expect(await userOf(next)).not.toBe(user);
    await expect(recentLookups(next)).toHaveCount(0);
    const stored = await next.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ 'vite-ui-theme': 'dark', 'last-user-id': await userOf(next) });
    expect(stored).not.toHaveProperty('recent-lookups');
  });

  test('replaces a malformed id', async ({ page }) => {
    // A page of this origin without the app, which would store an id of its own.
    await page.goto('/livez');
    await page.evaluate(() => sessionStorage.setItem('demo-user-id', '<script>alert(1)</script>'));
    await page.goto('/');
    await expect.poll(() => userOf(page)).toMatch(/^demo-user-[a-z0-9]{9}$/);
  });
});

test.describe('another site', () => {
  let server: Server;
  let evil: string;
  test.beforeAll(async () => {
    server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Other site</h1>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  test.afterAll(() => server.close());

  test('can neither read nor write with the user’s cookie', async ({
    page,
    context,
    baseURL,
    browserErrors,
  }) => {
    await page.goto('/');
    await expect.poll(() => userOf(page)).not.toBeNull();
    const user = await userOf(page);

    const attacker = await context.newPage();
    await attacker.goto(evil);
    const refusedBefore = await refusals();
    const read = await attacker.evaluate(async (target) => {
      const send = (init: RequestInit) =>
        fetch(`${target}/api/auth/session`, { credentials: 'include', ...init }).then(
          (response) => response.text().catch(() => ''),
          () => '',
        );
      const form = new FormData();
      form.set('demoUserId', 'demo-user-attacker1');
      const texts = await Promise.all([
        send({ method: 'POST', mode: 'no-cors', body: '{}', headers: { 'content-type': 'text/plain' } }),
        send({ method: 'POST', mode: 'no-cors', body: form }),
        send({ method: 'POST', mode: 'no-cors', body: new URLSearchParams({ demoUserId: 'x' }) }),
        send({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
        send({ method: 'DELETE' }),
        send({ mode: 'no-cors' }),
        send({}),
      ]);
      navigator.sendBeacon(`${target}/api/auth/session`, '{}');
      return texts.join('');
    }, baseURL ?? '');
    expect(read).toBe('');

    await attacker.setContent(
      `<form method="post" enctype="text/plain" action="${baseURL}/api/auth/session"><input name='{"demoUserId":"' value='"}'></form>`,
    );
    await attacker.evaluate(() => document.querySelector('form')?.submit());
    await attacker.waitForURL(`${baseURL}/**`);
    expect(await attacker.textContent('body')).toContain('another site');

    // Five of them would change something: three kinds of simple body, the beacon and the form. The rest need a preflight,
    // which is never answered.
    await expect.poll(async () => (await refusals()) - refusedBefore).toBeGreaterThanOrEqual(5);
    const still = await page.evaluate(async () => (await fetch('/api/auth/session')).json());
    expect(still).toEqual({ userId: user });
    browserErrors.length = 0;
  });
});
