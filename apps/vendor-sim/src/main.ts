// node src/main.ts [--port N] [--mode demo|open] [--watch-stdin]; the first line on stdout contains the URL.
import { parseArgs } from 'node:util';
import { createSimulator } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    mode: { type: 'string', default: 'demo' },
    'watch-stdin': { type: 'boolean', default: false },
  },
});

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const port = Number(values.port);
if (!/^\d+$/.test(values.port) || port > 65_535) fail(`--port must be 0 to 65535, not ${values.port}`);
const { mode } = values;
if (mode !== 'demo' && mode !== 'open') fail(`--mode must be demo or open, not ${mode}`);

const simulator = createSimulator({ mode });
const url = await simulator.listen(port).catch((error: Error) => fail(error.message));
process.stdout.write(`${JSON.stringify({ url })}\n`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await simulator.close();
  process.exit(0);
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
if (values['watch-stdin']) process.stdin.on('close', stop).resume();
