import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../operator-error.ts';

/**
 * What separates a program from the rest of the system.
 * `namespaces`: it sees only the files it needs, read-only, no network and no other process, and has no privileges.
 * `user`: it runs as a user that owns nothing. Only root can do this.
 * `none`: nothing.
 */
export type Sandbox = 'namespaces' | 'user' | 'none';

/** The configuration requires a sandbox that this system does not have. */
export class SandboxUnavailableError extends OperatorError {}

export interface SandboxedProgram {
  file: string;
  args: readonly string[];
  /** Files and folders, besides the program and the system's libraries. */
  readable: readonly string[];
}

export interface CommandLine {
  file: string;
  args: readonly string[];
}

const enter = fileURLToPath(new URL('./enter.sh', import.meta.url));
/** No account has this ID: Debian and systemd reserve it, and the bundled PostgreSQL runs as 65534. */
const ownUser = 65533;

/** The programs of util-linux, which every usual distribution has. The PATH of the server is not trusted with them. */
function findTool(name: 'setpriv' | 'unshare'): string | null {
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path)) ?? null;
}

function requireTool(name: 'setpriv' | 'unshare'): string {
  const found = findTool(name);
  if (found === null) throw new SandboxUnavailableError(`the program ${name} is not installed`);
  return found;
}

/** What may work on this system, the strongest first. Whether it does is only known after trying. */
export function possibleSandboxes(): readonly Sandbox[] {
  if (process.platform !== 'linux' || !findTool('setpriv')) return ['none'];
  return [
    ...(findTool('unshare') ? ['namespaces' as const] : []),
    ...(isRoot() ? ['user' as const] : []),
    'none',
  ];
}

/** The command that runs a program in a sandbox. The program dies with the process that starts it. */
export function commandIn(sandbox: Sandbox, program: SandboxedProgram): CommandLine {
  if (sandbox === 'none') return program;
  const setpriv = requireTool('setpriv');
  const dieWithParent = '--pdeathsig=SIGKILL';
  const withoutPrivileges = [
    ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', dieWithParent],
    ...(isRoot() ? [`--reuid=${ownUser}`, `--regid=${ownUser}`, '--clear-groups'] : []),
    ...[program.file, ...program.args],
  ];
  if (sandbox === 'user') return { file: setpriv, args: withoutPrivileges };
  const paths = withLinkTargets([...systemLibraries(), setpriv, program.file, ...program.readable]);
  const args = [
    ...[dieWithParent, requireTool('unshare'), '--fork', '--kill-child=SIGKILL'],
    ...['--mount', '--net', '--pid', '--ipc'],
    // A user namespace gives others the right to the namespaces above.
    ...(isRoot() ? [] : ['--user', '--map-root-user']),
    ...['/bin/sh', enter, ...paths, '--', setpriv, ...withoutPrivileges],
  ];
  return { file: setpriv, args };
}

const isRoot = () => process.getuid?.() === 0;

/** The folders of the libraries that this process has loaded, by the names under which the linker looks for them. */
function systemLibraries(): string[] {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report;
  const { excludeNetwork = false } = report;
  // Otherwise a report looks up the names of all connected hosts.
  report.excludeNetwork = true;
  const { sharedObjects } = report.getReport() as { sharedObjects: string[] };
  report.excludeNetwork = excludeNetwork;
  const folders = sharedObjects.filter((path) => path.startsWith(sep)).map((path) => dirname(path));
  return [...folders, '/etc/ld.so.cache'].filter((path) => existsSync(path));
}

/** Adds what links point to, and leaves out what is inside another path of the list. */
export function withLinkTargets(paths: readonly string[]): string[] {
  const all = [...new Set(paths.flatMap((path) => [path, realpathSync(path)]))];
  return all.filter((path) => !all.some((other) => path.startsWith(other + sep)));
}
