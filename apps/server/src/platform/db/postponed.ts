/** A lock was not available in time, or the statement took too long. */
const postponed = new Set(['55P03', '57014']);

export const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/** Whether a change of a table gave up, so that others do not queue behind it, and can be made later. */
export const isPostponed = (error: unknown): boolean => postponed.has(codeOf(error));
