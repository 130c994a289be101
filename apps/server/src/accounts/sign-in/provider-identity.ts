import type { IDToken } from 'openid-client';
import { AppError } from '../../platform/http/app-error.ts';

/** Who a provider says it is. Issuer and subject find the person; nothing else does. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
}

const [maxSubject, maxName, maxEmail] = [255, 100, 254];
// biome-ignore lint/suspicious/noControlCharactersInRegex: what cannot be stored or shown in a line
const unprintable = /[\u0000-\u001f\u007f-\u009f]+/g;

/** As a line that can be stored. Empty if there is none. */
function lineOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replace(unprintable, ' ').trim() : '';
}

function emailOf(value: unknown): string | null {
  const email = lineOf(value);
  return email.includes('@') && email.length <= maxEmail ? email : null;
}

/** By code points, so that no character is cut in half. */
const cut = (text: string): string => Array.from(text).slice(0, maxName).join('').trim();

/** From claims whose signature was checked. */
export function toIdentity(issuer: string, claims: IDToken | undefined): ProviderIdentity {
  const subject = claims?.sub ?? '';
  // A changed subject would be another person.
  if (!subject || subject.length > maxSubject || lineOf(subject) !== subject)
    throw new AppError('provider_refused');
  const email = emailOf(claims?.email);
  const name =
    [claims?.name, claims?.preferred_username, email, subject].map(lineOf).find(Boolean) ?? subject;
  return { issuer, subject, name: cut(name), email };
}
