// A data call in the order in which it can go wrong, the same for every vendor; the words are the vendor's own.
import { setTimeout as delay } from 'node:timers/promises';
import { consumeFault, type DataFaults, type Times } from './faults.ts';
import { type Answer, HANGING } from './http.ts';

const HTML =
  '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>We will be back.</body></html>';

export interface DataCall {
  /** Its faults are looked up after the wait: they may have been cleared meanwhile. */
  state: { faults: DataFaults };
  /** The fault that stands for too many calls. */
  busy(): Times | undefined;
  /** Where access is by tokens that can be asked for again; not where it is by a key. */
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

/** To be called when the call has been counted: a slow answer is a call all the same. */
export async function answerData(call: DataCall): Promise<Answer> {
  await simulateLatency(call.state.faults);
  const { faults } = call.state;
  if (consumeFault(faults.hang)) return HANGING;
  return troubleAnswer(call, faults) ?? cutShort(call.answer(), faults);
}

export async function simulateLatency({ latencyMs = 0 }: DataFaults): Promise<void> {
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
}

function troubleAnswer(call: DataCall, faults: DataFaults): Answer | undefined {
  const { errors } = call;
  if (!call.isAuthorized() || endsAccess(call, faults)) return errors.unauthorized();
  if (consumeFault(faults.forbidden)) return errors.forbidden();
  if (consumeFault(call.busy())) return errors.busy();
  if (consumeFault(faults.serverErrors)) return errors.serverError();
  if (consumeFault(faults.htmlInsteadOfJson)) {
    return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  }
  return undefined;
}

/** Tokens end once and new ones work; a key that was withdrawn stays so until the fault is cleared. */
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
