/** Repeats until a batch is not full. Deleting everything in one statement could lock too much and exceed its time limit. */
export async function inBatches(size: number, remove: (limit: number) => Promise<number>): Promise<void> {
  while ((await remove(size)) >= size);
}
