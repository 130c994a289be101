import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { threadMs } from './loop-delay.ts';

// Preloaded into a server process. On request, it replies with the longest time that the event loop was blocked since the last
// request, in milliseconds of CPU time: unlike the time on the clock, it does not depend on what else the machine does.
const tickMs = 5;

function watchLoop(): () => number {
  let longest = 0;
  let used = threadMs();
  const tick = () => {
    const now = threadMs();
    longest = Math.max(longest, now - used);
    used = now;
  };
  setInterval(tick, tickMs).unref();
  return () => {
    tick();
    const since = longest;
    longest = 0;
    return since;
  };
}

if (isMainThread) {
  const longest = watchLoop();
  createServer((_, reply) => reply.end(String(longest())))
    .listen(Number(process.env.BLOCK_PROBE_PORT), '127.0.0.1')
    .unref();
}
