import { useMutation } from '@tanstack/react-query';
import { callVendorOperation } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import { resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { useNextSignal } from '../../lib/browser/use-next-signal.ts';
import { useConfig } from '../../shared/server/config.ts';
import { establishSession } from '../../shared/session/session.ts';
import { invalidateVendorKeys } from '../../shared/vendors/vendor-keys.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import {
  directOutcome,
  failedOutcome,
  hasPassed,
  noticeOf,
  type Outcome,
  relayedOutcome,
  unresolvedOutcome,
} from './outcome.ts';
import { saveRecentRequest } from './recent-requests.ts';
import { sendDirect } from './send.ts';
import type { TestResponse } from './test-response.ts';
import { requestOf, sourceNameOf, type TesterForm, usesStoredKeys } from './tester-form.ts';

/** Snapshot of the form at the time of sending; the relay uses it too. */
interface Test {
  form: TesterForm;
  bases: VendorBases;
}

async function direct({ form, bases }: Test, signal: AbortSignal): Promise<Outcome> {
  const resolved = resolveOperation(requestOf(form), bases);
  if (!resolved.ok) return unresolvedOutcome(resolved.error, resolved.details);
  try {
    return directOutcome(await sendDirect(resolved, signal), sourceNameOf(form));
  } catch (error) {
    if (signal.aborted) throw error;
    return failedOutcome('The request frame failed to load. Try again.');
  }
}

async function relayed({ form }: Test): Promise<Outcome> {
  try {
    await establishSession();
    const reply = await call(callVendorOperation, { body: requestOf(form) });
    if (usesStoredKeys(form)) invalidateVendorKeys();
    return relayedOutcome(reply, sourceNameOf(form));
  } catch (error) {
    return failedOutcome(userMessageOr(error, 'The server did not respond. Try again.'), 'again');
  }
}

/** Sends the form directly or through the server, and stores the outcome. */
export function useTester(onResponse?: (response: TestResponse) => void) {
  const bases = useConfig()?.vendorBases;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [last, setLast] = useState<Test | null>(null);
  const nextSignal = useNextSignal();

  const settle = (next: Outcome, { form }: Test) => {
    setOutcome(next);
    toast(noticeOf(next));
    if (next.kind !== 'unresolved') saveRecentRequest(form);
    if (next.kind === 'response' && hasPassed(next)) onResponse?.(next.response);
  };
  const frame = useMutation({
    mutationFn: (test: Test) => direct(test, nextSignal()),
    onSuccess: settle,
  });
  const relay = useMutation({ mutationFn: relayed, onSuccess: settle });
  /** Stored keys never reach the browser, so only the server can send with them. */
  const send = (form: TesterForm) => {
    if (!bases) return;
    const test = { form, bases };
    setLast(test);
    if (usesStoredKeys(form)) relay.mutate(test);
    else frame.mutate(test);
  };
  return {
    /** The vendor URLs of this installation. Nothing is sent until they are loaded. */
    bases,
    outcome,
    /** The form as it was sent. */
    sent: last?.form ?? null,
    isSending: frame.isPending || (relay.isPending && usesStoredKeys(relay.variables.form)),
    isRelaying: relay.isPending,
    send,
    relay: () => last && relay.mutate(last),
    /** Null while there is nothing to cancel. */
    cancel: frame.isPending ? () => void nextSignal() : null,
  };
}

export type Tester = ReturnType<typeof useTester>;
