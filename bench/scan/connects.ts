import type { Network } from '../../harness/network.ts';
import { peakPerSecond } from '../../harness/peak.ts';
import { start } from '../../harness/processes.ts';

/** Maximum number of connects that left the scanner within any one second during the work, including retries. */
export async function countConnects(network: Network, work: () => Promise<unknown>): Promise<number> {
  const isConnect = 'tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn';
  const [program, args] = network.onScanner(
    ...['tcpdump', '-i', 'any', '-Q', 'out', '-n', '-tt', '-l', '-s', '96', '--immediate-mode', isConnect],
  );
  const capture = start(program, args);
  await capture.waitForLine((line) => line.startsWith('listening on'));
  await work();
  await capture.stop('SIGINT');
  const dropped = capture.lines.find((line) => /^[1-9]\d* packets dropped by kernel/.test(line));
  if (dropped) throw new Error(`tcpdump dropped packets: ${dropped}`);
  return peakPerSecond(
    capture.lines
      .map(Number.parseFloat)
      .filter((moment) => moment > 1e9)
      .map((moment) => moment * 1000),
  );
}
