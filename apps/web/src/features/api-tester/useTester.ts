import { useMutation } from '@tanstack/react-query';
import { callVendorOperation } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import { resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { userMessageOr } from '../../lib/error-text.ts';
import { establishSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';
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
import { requestOf, sourceNameOf, type TesterForm } from './tester-form.ts';

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
    return relayedOutcome(await call(callVendorOperation, { body: requestOf(form) }), sourceNameOf(form));
  } catch (error) {
    return failedOutcome(userMessageOr(error, 'The server did not respond. Try again.'), 'again');
  }
}

/** Sends the form directly or through the server, and stores the outcome. */
export function useTester(onResponse: (response: TestResponse) => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [last, setLast] = useState<Test | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const settle = (next: Outcome, { form }: Test) => {
    setOutcome(next);
    toast(noticeOf(next));
    if (next.kind !== 'unresolved') saveRecentRequest(form);
    if (next.kind === 'response' && hasPassed(next)) onResponse(next.response);
  };
  const send = useMutation({
    mutationFn: (test: Test) => {
      stop.current = new AbortController();
      setLast(test);
      return direct(test, stop.current.signal);
    },
    onSuccess: settle,
  });
  const relay = useMutation({ mutationFn: relayed, onSuccess: settle });
  return {
    outcome,
    /** The form as it was sent. */
    sent: last?.form ?? null,
    isSending: send.isPending,
    isRelaying: relay.isPending,
    send: (test: Test) => send.mutate(test),
    relay: () => last && relay.mutate(last),
    cancel: () => stop.current.abort(),
  };
}
