import { testerMethods } from '@warranty/contracts/vendors/vendor';
import * as z from 'zod/mini';
import { matches } from '../../lib/storage/matches.ts';
import { emptyForm, methodIn, type TesterForm } from './tester-form.ts';

/** A request without anything that could be a key: no header values, no body, and of a custom URL only the server. */
const recentRequest = z.object({
  customUrl: z.boolean(),
  url: z.string().check(z.refine((url) => url === serverOf(url))),
  method: z.enum(testerMethods),
  vendor: z.string(),
  operation: z.string(),
  parameters: z.record(z.string(), z.string()),
  headerNames: z.array(z.string()),
});
export type RecentRequest = z.output<typeof recentRequest>;
export const isRecentRequest = matches(recentRequest);

/** Without path and query: webhooks and bots have their key in the path, and nothing tells it from an ordinary name. */
function serverOf(typed: string): string {
  const { origin = 'null' } = URL.parse(typed.trim()) ?? {};
  return origin === 'null' ? '' : `${origin}/`;
}

export function toRecentRequest(form: TesterForm): RecentRequest {
  const { customUrl, vendor, operation, parameters, headers } = form;
  return {
    customUrl,
    url: customUrl ? serverOf(form.url) : '',
    method: methodIn(form) ?? 'GET',
    vendor: customUrl ? '' : vendor,
    operation: customUrl ? '' : operation,
    parameters: customUrl ? {} : parameters,
    headerNames: headers.map(({ key }) => key.trim()).filter((name) => name !== ''),
  };
}

/** Restores the form without the keys. */
export function formOf({ headerNames, ...request }: RecentRequest): TesterForm {
  const headers = headerNames.map((key, id) => ({ id, key, value: '' }));
  return { ...emptyForm, ...request, headers };
}
