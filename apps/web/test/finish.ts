/** What a generator returns when it has run to its end. */
export function finish<Result>(work: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
