import { parentPort } from 'node:worker_threads';
import { toError } from '../to-error.ts';
import type { Answer, Handlers, ReplyMessage, TaskMessage, Tasks } from './tasks.ts';

/** Runs in the thread: processes tasks one by one, in order of arrival. */
export function serveTasks<T extends Tasks>(handlers: Handlers<T>): void {
  const port = parentPort;
  if (!port) throw new Error('this is the program of a thread');
  const reply = (message: ReplyMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const handlerOf = handlers as Record<
    string,
    (input: unknown) => Answer<unknown> | Promise<Answer<unknown>>
  >;
  let previous = Promise.resolve();

  async function answer({ task, input }: TaskMessage): Promise<void> {
    try {
      const handle = handlerOf[task];
      if (!handle) throw new Error(`there is no task ${task}`);
      const { output, transfer } = await handle(input);
      reply({ output }, transfer);
    } catch (error) {
      reply({ error: toError(error) });
    }
  }

  port.on('message', (message: TaskMessage) => {
    previous = previous.then(() => answer(message));
  });
  reply({ ready: true });
}
