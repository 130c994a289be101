import { getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process to a niceness, on Linux only that of the calling thread. An operator may have started it
 * with a lower one, which only root may raise again, so that is left as it is. A system that refuses must not stop the work: at
 * the wrong priority it is only slower, or slows down others.
 */
export function lowerPriority(niceness: number): void {
  try {
    if (getPriority() < niceness) setPriority(niceness);
  } catch {
    // The work continues at the inherited priority.
  }
}
