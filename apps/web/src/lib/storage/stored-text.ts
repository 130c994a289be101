import { handle } from '../browser/organization.ts';

type Where = 'local' | 'session';

// Storage may be unavailable (private windows, policies). Pages work without it: nothing is stored then.

/** Local storage is shared by all tabs; session storage belongs to one. */
const storageOf = (where: Where) => (where === 'session' ? sessionStorage : localStorage);

/** Settings that reveal nothing about the user: the theme, shortcuts, languages, and notices that were already shown. */
export const preferences = [
  'vite-ui-theme',
  'testers-needed-shown',
  'single-key-shortcuts',
  'api-reference-language',
];

/** Those of every organization, and of a browser without a sign-in: preferences, and what is said after switching. */
const shared = [...preferences, 'toast-after-load'];

/** What is stored in one organization is not shown in another one, or to a browser without a sign-in. */
export const storageKeyOf = (key: string): string =>
  handle === null || shared.includes(key) ? key : `${handle}/${key}`;

/** Null if nothing is stored. */
export function readStored(key: string, where: Where = 'local'): string | null {
  try {
    return storageOf(where).getItem(storageKeyOf(key));
  } catch {
    return null;
  }
}

/** Null removes it. Returns whether it worked. */
export function store(key: string, text: string | null, where: Where = 'local'): boolean {
  try {
    if (text === null) storageOf(where).removeItem(storageKeyOf(key));
    else storageOf(where).setItem(storageKeyOf(key), text);
    return true;
  } catch {
    return false;
  }
}
