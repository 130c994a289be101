import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Sends one request after the other, in a separate thread so that the work of the caller does not distort the measurement.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let longest = 0;
let begun = 0;
function ask() {
  begun = performance.now();
  http.get(workerData + '/livez', { agent }, (response) => {
    response.resume().once('end', () => {
      longest = Math.max(longest, performance.now() - begun);
      setTimeout(ask, 1);
    });
  }).once('error', () => setTimeout(ask, 1));
}
ask();
parentPort.on('message', () => {
  // One under way counts for as long as it has taken.
  parentPort.postMessage(Math.max(longest, performance.now() - begun));
  longest = 0;
});
`;

/** Measures from outside how long a server takes to reply. */
export function probeLivez(url: string) {
  const worker = new Worker(program, { eval: true, workerData: url });
  return {
    /** The longest reply time, in milliseconds, since the last call. */
    async maxMs(): Promise<number> {
      worker.postMessage('longest');
      const [longest] = (await once(worker, 'message')) as [number];
      return longest;
    },
    stop: () => worker.terminate(),
  };
}
