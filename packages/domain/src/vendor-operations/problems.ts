import type { OperationProblem } from '@warranty/contracts/api-tester';
import { type ErrorCode, errorMessage } from '@warranty/contracts/core/errors';

/** Why no request could be built: a specified error message, and the problem with each field. */
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
