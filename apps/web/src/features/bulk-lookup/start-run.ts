import { cancelBulkRun, createBulkRun, uploadBulkSource } from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api.ts';
import { sendFile } from '../../lib/send-file.ts';
import { establishSession } from '../../lib/session.ts';
import type { Confirmed } from './ConfirmationDialog.tsx';
import { optionsOf } from './preparation.ts';
import type { ReadFile } from './useBulkFile.ts';

interface Sending {
  /** Made here, so that a request sent twice is one run. */
  runId: string;
  signal: AbortSignal;
  /** The server knows the run: from now on its progress can be asked for. */
  onCreated: () => void;
  onSent: (sent: number, size: number) => void;
}

/** The server takes names of at most this length. */
const maxNameLength = 255;

/** A run first, then the file as it is, straight from the disk. */
export async function startRun(read: ReadFile, confirmed: Confirmed, sending: Sending): Promise<void> {
  await establishSession();
  const { runId, signal, onCreated, onSent } = sending;
  const { encoding, delimiter } = read.reading;
  const { file } = read.csv;
  const body = {
    progressId: runId,
    ...optionsOf(read, confirmed.vendors, confirmed.fillBlankFields),
    ...{ fileName: file.name.slice(-maxNameLength), encoding, delimiter },
  };
  await call(createBulkRun, { body });
  onCreated();
  try {
    const sent = (bytes: number) => onSent(bytes, file.size);
    await sendFile(uploadBulkSource, file, { params: { runId }, onSent: sent, signal });
  } catch (error) {
    // A run without its file would wait for it, and count among those in progress.
    call(cancelBulkRun, { params: { runId } }).catch(() => undefined);
    throw error;
  }
}
