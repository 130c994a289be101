import { OperatorError } from '../operator-error.ts';
import { type Frame, frameTypes, readFrames } from './frames.ts';
import { isSame, parseHeader, parseTableEnd, parseTableStart } from './manifest.ts';

export type VerifiedBackup = Awaited<ReturnType<typeof verifyBackup>>;

/** Reads the whole file once, so that a restore begins only with a file that is whole and unchanged. */
export async function verifyBackup(path: string) {
  const frames: Frame[] = [];
  for await (const frame of readFrames(path)) if (frame.type !== frameTypes.data) frames.push(frame);
  const payloadsOf = (type: Frame['type']) =>
    frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
  const [first] = payloadsOf(frameTypes.header);
  if (!first) throw new OperatorError(`${path} is not a backup of IT Warranty Lookup.`);
  const header = parseHeader(first);
  const starts = payloadsOf(frameTypes.table).map(parseTableStart);
  /** In the order of `header.tables`. */
  const ends = payloadsOf(frameTypes.tableEnd).map(parseTableEnd);
  const isComplete =
    ends.length === header.tables.length &&
    starts.length === ends.length &&
    header.tables.every((table, index) => starts[index] && isSame(table, starts[index]));
  if (!isComplete) throw new OperatorError(`${path} does not contain the tables that it lists.`);
  return { path, header, ends };
}
