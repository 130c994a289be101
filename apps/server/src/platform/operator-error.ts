/** What an operator can act on: printed as a message, without a stack. */
export class OperatorError extends Error {
  override name = this.constructor.name;
}
