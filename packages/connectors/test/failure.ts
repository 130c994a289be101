import { VendorError } from '../src/outcome.ts';

/** The error with which the work of a connector failed. */
export async function failureOf(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VendorError)) throw new Error(`no vendor failure but ${String(error)}`);
  return error;
}
