import type { CallInput } from '@warranty/contracts/core/endpoint';
import { deleteVendorKeys, saveVendorKey, testVendorKey } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { withErrorMessage } from '../../lib/api/error-text.ts';
import { invalidateVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { type TestResult, toTestResult } from './test-result.ts';

/** Input of the dialog. */
export type KeyInput = Required<CallInput<typeof saveVendorKey>['body']>;

/** Saves, tests and deletes keys. `tested` holds the vendors with a passed test until the user leaves the page. */
export function useVendorKeyChanges(username: string) {
  const [tested, setTested] = useState<ReadonlySet<string>>(new Set());
  const closeLastFailure = useRef(() => {});
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null);
  /** The keys of the last passed test: saving others makes it meaningless. */
  const passedKeys = useRef('');
  const forgetTest = (vendor: string) =>
    setTested((before) => new Set([...before].filter((id) => id !== vendor)));

  async function save({ description, ...keys }: KeyInput): Promise<void> {
    const reply = await withErrorMessage(
      'Failed to save API key',
      call(saveVendorKey, {
        params: { userId: username },
        body: { ...keys, ...(description && { description }) },
      }),
    );
    // Set first: the code is shown only this once.
    setRecoveryCode(reply.recoveryCode);
    toast({ title: reply.message });
    if (JSON.stringify(keys) !== passedKeys.current) forgetTest(keys.vendor);
    invalidateVendorKeys();
  }

  async function runTest(body: CallInput<typeof testVendorKey>['body']): Promise<TestResult> {
    closeLastFailure.current();
    const result = await toTestResult(call(testVendorKey, { params: { userId: username }, body }));
    if (!result.passed)
      closeLastFailure.current = toast({
        variant: 'destructive',
        title: 'Test Failed',
        description: result.text,
      });
    return result;
  }

  async function test({ description: _, ...keys }: KeyInput): Promise<TestResult> {
    const result = await runTest(keys);
    if (result.passed) {
      passedKeys.current = JSON.stringify(keys);
      setTested((before) => new Set(before).add(keys.vendor));
    }
    invalidateVendorKeys();
    return result;
  }

  async function testSaved(vendor: string): Promise<void> {
    const result = await runTest({ vendor });
    // The result is also shown next to the button, before the toast says the same.
    await invalidateVendorKeys();
    if (result.passed) toast({ title: result.text });
  }

  async function remove(vendor: string, keyType?: KeyType): Promise<void> {
    const reply = await withErrorMessage(
      'Failed to delete API key',
      call(deleteVendorKeys, { params: { userId: username, vendor }, query: keyType ? { keyType } : {} }),
    );
    forgetTest(vendor);
    // Waits until the deleted key's button has been removed, so that focus moves to an element that stays.
    await invalidateVendorKeys();
    toast({ title: reply.message });
  }

  return {
    tested,
    recoveryCode,
    hideRecoveryCode: () => setRecoveryCode(null),
    save,
    test,
    testSaved,
    remove,
  };
}
