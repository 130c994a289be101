export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** On Ctrl-C, the terminal and npm both send the signal. That is one request. */
const repeatMs = 1000;
const parentPollMs = 200;

export interface StopRequest {
  /** Called at the first request. */
  stop(reason: string): void;
  /** Called at a further one: the sender does not want to wait. */
  force(reason: string): void;
}

/** Waits for requests to stop this process. Returns what ends the waiting. */
export function onStopRequest(isNpmStart: boolean, { stop, force }: StopRequest): () => void {
  let stoppedAt: number | null = null;
  const request = (reason: string) => {
    const now = performance.now();
    if (stoppedAt === null) {
      stoppedAt = now;
      stop(reason);
    } else if (now - stoppedAt > repeatMs) force(reason);
  };
  for (const signal of stopSignals) process.on(signal, request);
  // Not a further request if the signal that ended the parent was sent to both.
  const onParentEnd = () => stoppedAt === null && request('npm ended');
  const endWatch = isNpmStart ? watchParent(onParentEnd) : () => undefined;
  return () => {
    for (const signal of stopSignals) process.off(signal, request);
    endWatch();
  };
}

/**
 * npm passes SIGTERM on to the shell that it runs scripts with. Most shells end without passing it on, and the process would
 * keep the port. Only for `npm start`: other parents may end, for example under `nohup`.
 */
function watchParent(onEnd: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, parentPollMs).unref();
  return () => clearInterval(timer);
}
