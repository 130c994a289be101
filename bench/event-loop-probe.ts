import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded before a measured program: when told to end it says how it fared.
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('SIGTERM', () => {
  const memory = process.memoryUsage.rss() / 1e6;
  process.stderr.write(`${JSON.stringify({ loopDelay: delay.percentile(99) / 1e6, memory })}\n`, () =>
    process.exit(0),
  );
});
