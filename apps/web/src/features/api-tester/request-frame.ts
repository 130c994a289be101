import { requestFrame } from '@warranty/contracts/system';
import type { ResolvedOperation } from '@warranty/domain/vendor-operations/resolve';
import type { FrameFailure, TestResponse } from './test-response.ts';

type FrameRequest = Pick<ResolvedOperation, 'url' | 'method' | 'headers' | 'body' | 'timeoutMs'>;
type FrameResponse = Pick<TestResponse, 'status' | 'statusText' | 'headers'> & { body: string };
export type FrameResult = FrameResponse | { failure: FrameFailure };

const loadingMs = 10_000;

/** A sandboxed page from our own server, because this page may not call other hosts. */
function addFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'Request frame';
  frame.hidden = true;
  frame.src = requestFrame.path;
  document.body.append(frame);
  return frame;
}

function nextMessage(port: MessagePort, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    port.onmessage = ({ data }) => {
      signal.removeEventListener('abort', stop);
      resolve(data);
    };
  });
}

/** Sends requests one after another from a dedicated frame. */
export async function inRequestFrame<T>(
  signal: AbortSignal,
  work: (send: (request: FrameRequest) => Promise<FrameResult>) => Promise<T>,
): Promise<T> {
  const { port1: port, port2: theirs } = new MessageChannel();
  const frame = addFrame();
  frame.onload = () => {
    frame.onload = null;
    // A sandboxed frame has an opaque origin, so `*` is the only possible target; only this window receives the port.
    frame.contentWindow?.postMessage('connect', '*', [theirs]);
  };
  try {
    await nextMessage(port, AbortSignal.any([signal, AbortSignal.timeout(loadingMs)]));
    return await work(async (request) => {
      port.postMessage(request);
      return (await nextMessage(port, signal)) as FrameResult;
    });
  } finally {
    port.close();
    frame.remove();
  }
}
