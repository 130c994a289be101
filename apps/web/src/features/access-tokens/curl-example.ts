import { lookupWarranty } from '@warranty/contracts/warranty';

/** Stands where the token goes. */
export const tokenPlaceholder = 'YOUR_TOKEN';

interface Example {
  /** The address of this installation, without a path. */
  origin: string;
  token?: string;
  identifier: string;
}

/** A lookup as a command for a shell. */
export function curlExample({ origin, token = tokenPlaceholder, identifier }: Example): string {
  return [
    `curl -sS ${origin}${lookupWarranty.path}`,
    `-d '${JSON.stringify({ modelNumber: identifier })}'`,
    "-H 'Content-Type: application/json'",
    // Last: it is the longest line, and has no room for a backslash.
    `-H 'Authorization: Bearer ${token}'`,
  ].join(' \\\n  ');
}
