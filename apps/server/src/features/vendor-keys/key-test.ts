import { VendorError } from '@warranty/connectors/outcome';
import type { KeyTest } from '@warranty/contracts/vendor-keys';

/** What the vendor made of the keys, told so that it can be acted on. */
export function toKeyTest(vendor: string, outcome: KeyTest['outcome']): KeyTest {
  const messages: Record<KeyTest['outcome'], string> = {
    works: `${vendor} accepted the key.`,
    'key-refused': `${vendor} refused the key. Check it for missing characters, and whether the vendor has approved it.`,
    busy: `${vendor} is busy and did not check the key. Try again in a minute.`,
    unreachable: `${vendor} did not answer, so the key was not checked. Try again shortly.`,
    unexpected: `${vendor} answered in a form we do not know, so the key was not checked.`,
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
