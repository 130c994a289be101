import { parentPort, workerData } from 'node:worker_threads';
import { toError } from '../to-error.ts';
import { createSlotWorks, type SlotWork } from './slot-works.ts';
import {
  type Answer,
  type Handlers,
  type ReplyMessage,
  type StopMessage,
  type TaskMessage,
  TaskStoppedError,
  type Tasks,
  type Work,
} from './tasks.ts';
import type { ThreadProgram } from './thread.ts';

type Handle<S> = (input: unknown, work: Work<S>) => Answer<unknown> | Promise<Answer<unknown>>;

/**
 * Runs in the thread. The tasks of a slot run in order. Tasks of different slots alternate if they are cut into slices;
 * otherwise each runs to its end.
 */
export function serveTasks<T extends Tasks, S = unknown>(
  handlers: Handlers<T, S>,
  close: (state: S) => unknown = () => undefined,
): void {
  const port = parentPort;
  if (!port) throw new Error('this is the program of a thread');
  const { limits, status } = workerData as ThreadProgram;
  const works = createSlotWorks<S>(limits, status, close);
  const reply = (message: ReplyMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const handlerOf = handlers as Record<string, Handle<S>>;

  async function answer(work: SlotWork<S>, { id, task, input, bytes }: TaskMessage): Promise<void> {
    try {
      work.task = id;
      await works.begin(work);
      work.incomingBytes -= bytes;
      const handle = handlerOf[task];
      if (!handle) throw new Error(`there is no task ${task}`);
      const { output, transfer } = await handle(input, work);
      reply({ id, output }, transfer);
    } catch (error) {
      if (error instanceof TaskStoppedError) reply({ id, stopped: error.reason });
      else reply({ id, error: toError(error) });
    } finally {
      works.end(work);
    }
  }

  port.on('message', (message: TaskMessage | StopMessage) => {
    const { id, slot } = message;
    if ('reason' in message) {
      void works.stop(slot, message.reason, message.isLast).then(() => reply({ id, output: null }));
      return;
    }
    const work = works.add(slot, message.sharer, message.bytes);
    work.tasks = work.tasks.then(() => answer(work, message));
  });
  reply({ ready: true });
}
