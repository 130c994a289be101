import { VendorError } from '@warranty/connectors/outcome';
import type { KeyTest } from '@warranty/contracts/vendor-keys';

/** Turns the outcome of a key test into a message that says what to do next. */
export function toKeyTest(vendor: string, outcome: KeyTest['outcome']): KeyTest {
  const messages: Record<KeyTest['outcome'], string> = {
    works: `${vendor} accepted the key.`,
    'key-refused': `${vendor} rejected the key. Check that it is complete and has been approved by the vendor.`,
    busy: `${vendor} is busy, so the key was not checked. Try again in a minute.`,
    unreachable: `${vendor} did not respond, so the key was not checked. Try again later.`,
    unexpected: `${vendor} returned an unexpected response, so the key was not checked.`,
  };
  return { success: outcome === 'works', outcome, message: messages[outcome] };
}

export async function tryKeys(check: () => Promise<void>): Promise<KeyTest['outcome']> {
  try {
    await check();
    return 'works';
  } catch (error) {
    if (error instanceof VendorError) return error.kind;
    throw error;
  }
}
