import type { Config } from './config/config.ts';
import type { Simulator } from './deps.ts';
import { startChildProgram } from './platform/child-program.ts';
import type { Log } from './platform/log.ts';
import { createOutbound } from './platform/outbound/outbound.ts';

interface Sample {
  tag: string;
  label: string;
  vendor: string;
  offered: boolean;
}

/**
 * For demo mode: starts the vendor simulator as a child process unless one is configured, and returns its sample devices.
 */
export async function startSimulator(
  config: Config,
  log: Log,
  stoppers: (() => Promise<unknown>)[],
): Promise<Simulator> {
  const url = config.vendorSimUrl ?? (await startOwn(config, log, stoppers));
  const outbound = createOutbound({
    origins: [url],
    failure: (reason, cause) => new Error(`the simulator: ${reason}`, { cause }),
  });
  try {
    const { text } = await outbound.send({
      method: 'GET',
      url: `${new URL(url).origin}/sim/samples`,
      headers: {},
      timeoutMs: 5000,
    });
    const samples = JSON.parse(text) as Sample[];
    return {
      url: new URL(url).origin,
      samples: samples
        .filter(({ offered }) => offered)
        .map(({ tag, label, vendor }) => ({ identifier: tag, label, manufacturer: vendor })),
    };
  } finally {
    await outbound.close();
  }
}

async function startOwn(config: Config, log: Log, stoppers: (() => Promise<unknown>)[]): Promise<string> {
  const program = await startChildProgram(
    config.vendorSimProgram,
    ['--mode', 'demo', '--port', '0', '--watch-stdin'],
    log,
  );
  stoppers.push(program.stop);
  return (JSON.parse(program.firstLine) as { url: string }).url;
}
