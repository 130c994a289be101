// Handles a data call with its faults in a fixed order, the same for every vendor; the errors are the vendor's own.
import { setTimeout as delay } from 'node:timers/promises';
import { consumeFault, type Faults } from './faults.ts';
import { type Answer, HANGING } from './http.ts';

const HTML =
  '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>We will be back.</body></html>';

export interface DataCall {
  /** Faults are read after the delay, because they may have been cleared in the meantime. */
  state: { faults: Faults };
  /** Set if access is by renewable tokens; absent if it is by key. */
  tokens?: Map<string, number> | undefined;
  isAuthorized(): boolean;
  error(status: 401 | 403 | 429 | 500): Answer;
  answer(): Answer;
}

/** Call this after the request was counted: a slow reply counts immediately. */
export async function answerData(call: DataCall): Promise<Answer> {
  await simulateLatency(call.state.faults);
  const { faults } = call.state;
  if (consumeFault(faults.hang)) return HANGING;
  return troubleAnswer(call, faults) ?? cutShort(call.answer(), faults);
}

export async function simulateLatency({ latencyMs = 0 }: Faults): Promise<void> {
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
}

function troubleAnswer(call: DataCall, faults: Faults): Answer | undefined {
  if (!call.isAuthorized() || endsAccess(call, faults)) return call.error(401);
  if (consumeFault(faults.forbidden)) return call.error(403);
  if (consumeFault(faults.busy ?? faults.overQps)) return call.error(429);
  if (consumeFault(faults.serverErrors)) return call.error(500);
  if (consumeFault(faults.htmlInsteadOfJson)) {
    return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  }
  return undefined;
}

/** Tokens are revoked once and new ones work; a revoked key stays revoked until the fault is cleared. */
function endsAccess({ tokens }: DataCall, faults: Faults): boolean {
  if (faults.unauthorizedAlways) return true;
  if (faults.unauthorizedAfter === undefined) return false;
  if (faults.unauthorizedAfter > 0) {
    faults.unauthorizedAfter -= 1;
    return false;
  }
  if (tokens) {
    delete faults.unauthorizedAfter;
    tokens.clear();
  }
  return true;
}

function cutShort(answer: Answer, { halfAnswer }: Faults): Answer {
  return answer.status === 200 && consumeFault(halfAnswer) ? { ...answer, how: 'cut' } : answer;
}
