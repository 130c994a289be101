import { BackupError } from './backup-error.ts';
import { type Frame, frameTypes, readFrames } from './frames.ts';
import {
  type BackupHeader,
  isSame,
  parseHeader,
  parseTableEnd,
  parseTableStart,
  type TableEnd,
} from './manifest.ts';

export interface VerifiedBackup {
  path: string;
  header: BackupHeader;
  /** In the order of `header.tables`. */
  ends: TableEnd[];
}

/** Reads the whole file once, so that a restore begins only with a file that is whole and unchanged. */
export async function verifyBackup(path: string): Promise<VerifiedBackup> {
  const frames: Frame[] = [];
  for await (const frame of readFrames(path)) if (frame.type !== frameTypes.data) frames.push(frame);
  const payloadsOf = (type: Frame['type']) =>
    frames.filter((frame) => frame.type === type).map(({ payload }) => payload);
  const [first] = payloadsOf(frameTypes.header);
  if (!first) throw new BackupError(`${path} is not a backup of IT Warranty Lookup.`);
  const header = parseHeader(first);
  const starts = payloadsOf(frameTypes.table).map(parseTableStart);
  const ends = payloadsOf(frameTypes.tableEnd).map(parseTableEnd);
  const isComplete =
    ends.length === header.tables.length &&
    starts.length === ends.length &&
    header.tables.every((table, index) => starts[index] && isSame(table, starts[index]));
  if (!isComplete) throw new BackupError(`${path} does not contain the tables that it lists.`);
  return { path, header, ends };
}
