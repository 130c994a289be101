import { isForeignKeyViolation } from '../../platform/db/violations.ts';
import { AppError } from '../../platform/http/app-error.ts';

/** For a change that names the member who makes it, and who may be removed at the same moment. */
export const whileMember = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new AppError('organization_unknown') : error;
  });
