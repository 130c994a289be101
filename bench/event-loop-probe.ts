import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preloaded into a measured program. On SIGTERM it reports the event loop delay and the memory.
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('SIGTERM', () => {
  const memory = process.memoryUsage.rss() / 1e6;
  process.stderr.write(`${JSON.stringify({ loopDelay: delay.percentile(99) / 1e6, memory })}\n`, () =>
    process.exit(0),
  );
});
