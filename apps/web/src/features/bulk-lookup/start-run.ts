import {
  cancelBulkRun,
  createBulkRun,
  enhanceCsv,
  mostRowsAnswered,
  uploadBulkSource,
} from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api.ts';
import { sendFile } from '../../lib/send-file.ts';
import { establishSession } from '../../lib/session.ts';
import type { Confirmed } from './ConfirmationDialog.tsx';
import { optionsOf } from './preparation.ts';
import type { ReadFile } from './useBulkFile.ts';

interface Sending {
  /** Made here, so that progress can be asked for at once, and a request sent twice is one run. */
  runId: string;
  signal: AbortSignal;
  onSent: (sent: number, size: number) => void;
}

/** The server takes names of at most this length. */
const longestName = 255;

const nameOf = ({ csv }: ReadFile) => csv.file.name.slice(-longestName);

/** All rows in one call, answered as soon as the run is there. */
async function sendRows(body: Blob, { signal, onSent }: Sending): Promise<void> {
  await sendFile(enhanceCsv, body, {
    headers: { prefer: 'respond-async' },
    onSent: (sent) => onSent(sent, body.size),
    signal,
  });
}

/** A run first, then the file as it is, straight from the disk. */
async function streamFile(
  read: ReadFile,
  options: object,
  { runId, signal, onSent }: Sending,
): Promise<void> {
  const { encoding, delimiter } = read.reading;
  const body = {
    progressId: runId,
    ...(options as ReturnType<typeof optionsOf>),
    fileName: nameOf(read),
    encoding,
    delimiter,
  };
  await call(createBulkRun, { body });
  const { file } = read.csv;
  try {
    const sent = (bytes: number) => onSent(bytes, file.size);
    await sendFile(uploadBulkSource, file, { params: { runId }, onSent: sent, signal });
  } catch (error) {
    // A run without its file would wait for it, and count among those in progress.
    call(cancelBulkRun, { params: { runId } }).catch(() => undefined);
    throw error;
  }
}

/** Rows up to what one call answers, else the file itself. */
export async function startRun(read: ReadFile, confirmed: Confirmed, sending: Sending): Promise<void> {
  await establishSession();
  const options = optionsOf(read, confirmed.vendors, confirmed.fillBlankFields);
  if (read.reading.rows <= mostRowsAnswered) {
    const { delimiter } = read.reading;
    const rest = { ...options, progressId: sending.runId, fileName: nameOf(read), delimiter };
    const body = await read.csv.ask('body', { rest });
    if (body.size <= enhanceCsv.bodyLimit) return sendRows(body, sending);
  }
  return streamFile(read, options, sending);
}
