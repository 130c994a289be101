const mostAtOnce = 500;
/** The second one keeps things going while the first waits for its turn. */
const mostUnderWay = 2;

interface Waiting<Q, A> {
  question: Q;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/**
 * Questions that come in the same turn of the event loop, or while two statements are under way, are asked together:
 * two connections at most, however many ask. Answers come in the order of the questions.
 */
export function createGatherer<Q, A>(askAll: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  let waiting: Waiting<Q, A>[] = [];
  let underWay = 0;
  let isDue = false;

  async function ask(asked: Waiting<Q, A>[]): Promise<void> {
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as A);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  async function askWhoeverWaits(): Promise<void> {
    isDue = false;
    underWay += 1;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await ask(asked);
    }
    underWay -= 1;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (isDue || underWay >= mostUnderWay) return;
      isDue = true;
      setImmediate(() => void askWhoeverWaits());
    });
}
