import type { LabelReading } from '@warranty/contracts/image-lookup';
import { useEffect, useRef, useState } from 'react';
import { saveUnsentLookup } from '../../shared/lookups/unsent-lookups.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { messages } from './messages.ts';
import { openPhoto, type Photo, PhotoError } from './photo/photo.ts';
import { readPhoto } from './photo/read-photo.ts';
import { type ReadingStep, steps } from './photo/reading-steps.ts';
import {
  type LabelLookupResult,
  type LookupQuery,
  lookUpLabel,
  toLookupQuery,
} from './result/label-lookup.ts';

export interface ReadLabel {
  photo: Photo;
  reading: LabelReading;
  /** The lookup in progress. */
  pending: LookupQuery | null;
  answer: LabelLookupResult | null;
}

export type ImageState =
  | { step: 'empty'; problem: string | null; failed: File | null }
  | { step: 'reading'; name: string; photo: Photo | null; progress: ReadingStep }
  | ({ step: 'read' } & ReadLabel);

const empty: ImageState = { step: 'empty', problem: null, failed: null };

const failure = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

/** Handles one device at a time: a new photo or another device cancels the work in progress. */
export function useImageLookup() {
  const [state, setState] = useState<ImageState>(empty);
  const run = useRun();

  const ask = async (
    read: Omit<ReadLabel, 'pending' | 'answer'>,
    question: LookupQuery,
    signal: AbortSignal,
  ) => {
    setState({ step: 'read', ...read, pending: question, answer: null });
    const answer = await lookUpOrSave(question);
    if (signal.aborted) return;
    setState({ step: 'read', ...read, pending: null, answer });
    if (answer.error && !answer.otherVendor) failure(messages.lookupFailed, answer.error);
  };

  const show = async (photo: Photo, reading: LabelReading, signal: AbortSignal) => {
    const question = toLookupQuery(reading);
    if (question) return ask({ photo, reading }, question, signal);
    setState({ step: 'read', photo, reading, pending: null, answer: null });
    failure(messages.noIdentifiers, messages.noIdentifiersText);
  };

  const readFile = async (file: File) => {
    const signal = run.begin();
    const tell = (photo: Photo | null) => (progress: ReadingStep) => {
      if (!signal.aborted) setState({ step: 'reading', name: file.name, photo, progress });
    };
    tell(null)(steps.accepted);
    try {
      const photo = run.keep(await openPhoto(file), signal);
      const reading = await readPhoto(photo, tell(photo), signal);
      if (!signal.aborted) await show(photo, reading, signal);
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof PhotoError ? error : new PhotoError(messages.processFailed);
      const failed = refused.isRetryable ? file : null;
      setState({ step: 'empty', problem: refused.message, failed });
      failure(messages.processing, refused.message);
    }
  };

  return {
    state,
    readFile,
    /** Takes a label that a frame of the live camera proved. */
    takeReading: (photo: Photo, reading: LabelReading) => {
      const signal = run.begin();
      show(run.keep(photo, signal), reading, signal);
    },
    /** Looks up a serial number that the user chose or corrected. */
    lookUp: ({ photo, reading }: ReadLabel, question: LookupQuery) =>
      ask({ photo, reading }, question, run.again()),
    reset: () => {
      run.begin();
      setState(empty);
    },
  };
}

/** The work in progress and the pixels that it holds. */
function useRun() {
  const controller = useRef(new AbortController());
  const photo = useRef<Photo | null>(null);
  const again = () => {
    controller.current.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  };
  const begin = () => {
    photo.current?.pixels.close();
    photo.current = null;
    return again();
  };
  const end = useRef(begin);
  useEffect(() => () => void end.current(), []);
  return {
    begin,
    again,
    keep: (next: Photo, signal: AbortSignal) => {
      if (signal.aborted) next.pixels.close();
      else photo.current = next;
      return next;
    },
  };
}

/** Without a connection, the lookup is saved to be sent later. */
async function lookUpOrSave(question: LookupQuery): Promise<LabelLookupResult> {
  const answer = await lookUpLabel(question);
  const { serialNumber: modelNumber, manufacturer } = question;
  if (!answer.isOffline || !saveUnsentLookup({ modelNumber, manufacturer: manufacturer ?? '' }))
    return answer;
  return { ...answer, error: messages.savedForLater };
}
