// Handles a data call with its faults in a fixed order, the same for every vendor; the error texts are the vendor's own.
import { setTimeout as delay } from 'node:timers/promises';
import { type BusyFault, consumeFault, type DataFaults, type Times } from './faults.ts';
import { type Answer, HANGING } from './http.ts';

const HTML =
  '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>We will be back.</body></html>';

export interface DataCall {
  /** Faults are read after the delay, because they may have been cleared in the meantime. */
  state: { faults: DataFaults & BusyFault };
  /** The fault for too many calls, if it is not `busy`. */
  overLimit?(): Times | undefined;
  /** Set if access is by renewable tokens; absent if it is by key. */
  tokens?: Map<string, number>;
  isAuthorized(): boolean;
  errors: {
    unauthorized(): Answer;
    forbidden(): Answer;
    busy(): Answer;
    serverError(): Answer;
  };
  answer(): Answer;
}

/** Call this after the request was counted: a slow reply counts immediately. */
export async function answerData(call: DataCall): Promise<Answer> {
  await simulateLatency(call.state.faults);
  const { faults } = call.state;
  if (consumeFault(faults.hang)) return HANGING;
  return troubleAnswer(call, faults) ?? cutShort(call.answer(), faults);
}

export async function simulateLatency({ latencyMs = 0 }: DataFaults): Promise<void> {
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
}

function troubleAnswer(call: DataCall, faults: DataFaults & BusyFault): Answer | undefined {
  const { errors } = call;
  if (!call.isAuthorized() || endsAccess(call, faults)) return errors.unauthorized();
  if (consumeFault(faults.forbidden)) return errors.forbidden();
  if (consumeFault(call.overLimit ? call.overLimit() : faults.busy)) return errors.busy();
  if (consumeFault(faults.serverErrors)) return errors.serverError();
  if (consumeFault(faults.htmlInsteadOfJson)) {
    return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  }
  return undefined;
}

/** Tokens are revoked once and new ones work; a revoked key stays revoked until the fault is cleared. */
function endsAccess({ tokens }: DataCall, faults: DataFaults): boolean {
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

function cutShort(answer: Answer, { halfAnswer }: DataFaults): Answer {
  return answer.status === 200 && consumeFault(halfAnswer) ? { ...answer, how: 'cut' } : answer;
}
