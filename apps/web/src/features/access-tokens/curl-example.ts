import { lookupWarranty } from '@warranty/contracts/warranty';
import { onLines, singleQuoted } from '@warranty/domain/request-examples/curl-command';

export const tokenPlaceholder = 'YOUR_TOKEN';

interface Example {
  /** The URL of this installation, without a path. */
  origin: string;
  token?: string;
  identifier: string;
}

/** A lookup as a shell command. */
export function curlExample({ origin, token = tokenPlaceholder, identifier }: Example): string {
  return onLines([
    `curl -sS ${origin}${lookupWarranty.path}`,
    `-d ${singleQuoted(JSON.stringify({ modelNumber: identifier }))}`,
    "-H 'Content-Type: application/json'",
    // Last because it is the longest line: a trailing backslash would not fit.
    `-H 'Authorization: Bearer ${token}'`,
  ]);
}
