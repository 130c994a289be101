import type { Log } from '../../platform/log.ts';
import { possibleSandboxes, type Sandbox, SandboxUnavailableError } from '../../platform/sandbox/sandbox.ts';
import { startReaderProcess } from './reader-process.ts';

/** Whether readers run in a sandbox: if possible, always, or never. */
export type SandboxMode = 'auto' | 'required' | 'off';

interface Found {
  sandbox: Sandbox;
  /** Why the strongest does not work. */
  reason: string | undefined;
}

const startLimits = { secondsPerImage: 30, maxMemoryBytes: Number.POSITIVE_INFINITY };
const descriptions: Record<Sandbox, string> = {
  namespaces: 'image readers are isolated: only their own files, no network, no other processes',
  user: 'image readers run as a separate user, but can reach the network',
  none: 'image readers are restricted by Node only',
};

/** Tries them with a reader, because kernels, containers and security modules refuse them in many ways. */
async function tryAll(): Promise<Found> {
  let reason: string | undefined;
  for (const sandbox of possibleSandboxes()) {
    if (sandbox === 'none') break;
    const failure = await failureIn(sandbox);
    if (failure === null) return { sandbox, reason };
    reason ??= failure;
  }
  return { sandbox: 'none', reason: reason ?? 'it needs Linux and the programs unshare and setpriv' };
}

async function failureIn(sandbox: Sandbox): Promise<string | null> {
  try {
    const reader = startReaderProcess(startLimits, sandbox);
    await reader.ready;
    reader.end('stop');
    return null;
  } catch (error) {
    return String(error).trim();
  }
}

let found: Promise<Found> | undefined;

/** The system does not change, so it is tried once per process. */
function findStrongest(): Promise<Found> {
  found ??= tryAll();
  return found;
}

/** Decides in which sandbox readers run. */
export function createReaderSandbox(mode: SandboxMode, log: Log, strongest = findStrongest) {
  async function find(): Promise<Sandbox> {
    if (mode === 'off') return 'none';
    const { sandbox, reason } = await strongest();
    if (mode === 'required' && sandbox !== 'namespaces')
      throw new SandboxUnavailableError(
        `IMAGE_SANDBOX is "required", but image readers cannot be isolated on this system (docs/security.md): ${reason}`,
      );
    return sandbox;
  }

  async function report(): Promise<void> {
    const sandbox = await find();
    const reason = mode === 'off' ? 'IMAGE_SANDBOX is off' : (await strongest()).reason;
    log.info({ sandbox, reason }, descriptions[sandbox]);
  }

  return {
    find,
    /** Logs what is used. Waits for it only if the process must not serve without. */
    async start(): Promise<void> {
      const reported = report();
      if (mode === 'required') await reported;
    },
  };
}
