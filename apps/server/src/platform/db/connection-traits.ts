/** What can be done with the connections of a URL. */
export interface ConnectionTraits {
  /** Whether a pooler gives the connection to another client after every transaction. */
  isPooled: boolean;
  /**
   * Whether statements can be prepared under a name. Set to false as soon as the server rejects a name: a pooler without
   * support for them has given the connection to another client.
   */
  canPrepare: boolean;
}

export const createDirectTraits = (): ConnectionTraits => ({ isPooled: false, canPrepare: true });

/** A prepared statement is missing, or exists already. */
const nameErrors: readonly unknown[] = ['26000', '42P05'];

export const isNameError = (code: unknown): boolean => nameErrors.includes(code);
