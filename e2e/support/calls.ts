import type { Page, Request, Route } from '@playwright/test';

/** Holds the calls until the function that it returns is called. Then they get this reply, or that of the server. */
export async function hold(
  page: Page,
  call: string,
  reply?: Parameters<Route['fulfill']>[0],
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await promise;
    // A call that was abandoned meanwhile cannot be answered.
    await (reply ? route.fulfill(reply) : route.continue()).catch(() => undefined);
  });
  return resolve;
}

/** Counts the requests of the page from now on. */
export function countRequests(page: Page, fits: (request: Request) => boolean): { made: number } {
  const requests = { made: 0 };
  page.on('request', (request) => {
    if (fits(request)) requests.made += 1;
  });
  return requests;
}

/** What a server that fails replies: nothing, something of a proxy, or a message. */
export const failures = [
  ['without a network', null],
  ['without a message', { status: 502, body: '<html>' }],
  ['with a message', { status: 503, json: { error: 'Out of order.' } }],
] as const;

type Failure = (typeof failures)[number][1];

/** The sentence for a failure: the message of the server, otherwise that of the page. */
export const sentenceFor = (failure: Failure, own: string): string =>
  failure && 'json' in failure ? failure.json.error : own;

/** Lets everything that changes something fail. */
export const failChanges = (page: Page, call: string, failure: Failure): Promise<unknown> =>
  page.route(call, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return failure ? route.fulfill(failure) : route.abort();
  });
