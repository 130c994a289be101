/** Maximum duration of a task in ms. Other load on the machine counts too, so it is only enforced with `--full`. */
export const allowedTask = process.env.E2E_FULL ? 100 : Number.POSITIVE_INFINITY;

/** The longest task of each round. Repeats for up to three rounds until one is short enough. */
export async function longestTasks(round: () => Promise<number>): Promise<number[]> {
  const longest: number[] = [];
  while (longest.length < 3 && !longest.some((task) => task < allowedTask)) longest.push(await round());
  return longest;
}
