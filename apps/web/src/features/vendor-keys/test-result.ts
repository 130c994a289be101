import type { KeyTest } from '@warranty/contracts/vendor-keys';
import { userMessageOr } from '../../lib/api/error-text.ts';

export interface TestResult {
  passed: boolean;
  text: string;
}

/** Never rejects. A rejected key is a result too; a failed request shows the server's message, or a default one. */
export async function toTestResult(reply: Promise<KeyTest>): Promise<TestResult> {
  try {
    const { success, message } = await reply;
    if (success) return { passed: true, text: message || 'The key works.' };
    return { passed: false, text: message || 'Unable to connect with the provided API key' };
  } catch (error) {
    return { passed: false, text: userMessageOr(error, 'API key test failed') };
  }
}
