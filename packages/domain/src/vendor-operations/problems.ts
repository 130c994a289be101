import type { OperationProblem } from '@warranty/contracts/api-tester';
import { type ErrorCode, errorMessage } from '@warranty/contracts/errors';

/** Why no request came out of it: one of the specified sentences, and what exactly is wrong where. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  error: string;
  details: OperationProblem[];
}

export function refuse(code: ErrorCode, details: OperationProblem[] = []): Refusal {
  return { ok: false, code, error: errorMessage(code), details };
}

export const problem = (path: string, message: string): OperationProblem => ({ path, message });
