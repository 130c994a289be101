import { codeOf } from './postponed.ts';

/** Whether a row has a value that another row has already. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

/** Whether a row refers to one that does not exist, or does not exist any more. */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503';
