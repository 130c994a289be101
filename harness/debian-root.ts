import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Program, start } from './processes.ts';

const mmdebstrap = '/usr/bin/mmdebstrap';

/** The programs that the machine lacks. */
export const missingForRoots = (): string[] => (existsSync(mmdebstrap) ? [] : [mmdebstrap]);

/** Stands for systemd, which cannot run here: `enable --now` starts instances of templates with their user and settings. */
const systemctl = `#!/bin/bash
set -euo pipefail
[[ $1 == daemon-reload ]] && exit
[[ "$1 $2" == "enable --now" ]] || { echo "systemctl $* is not possible here" >&2; exit 1; }
for name in "\${@:3}"; do
  unit=/etc/systemd/system/\${name%@*}@.service
  value() { sed -n "s/^$1=//p" "$unit" | sed "s/%i/\${name#*@}/g"; }
  user=$(value User)
  cd "$(value WorkingDirectory)"
  # Without quotes: several values, and words of a command.
  setsid setpriv --reuid="$user" --regid="$user" --init-groups env --ignore-environment \\
    $(value Environment) $(cat "$(value EnvironmentFile)") $(value ExecStart) &>"/var/log/$name.log" </dev/null &
done
`;

/** Where Debian's ca-certificates looks for those of the administrator. */
const localCertificates = '/usr/local/share/ca-certificates';

/**
 * An empty Debian 13 in a folder. Its only additions stand for the machine around it: a `systemctl`, and what is needed to reach
 * the package registries from here.
 */
export function createDebianRoot(path: string): void {
  execFileSync(mmdebstrap, ['--variant=minbase', 'trixie', path], { stdio: 'ignore' });
  writeFileSync(join(path, 'usr/local/bin/systemctl'), systemctl, { mode: 0o755 });
  copyFileSync('/etc/resolv.conf', join(path, 'etc/resolv.conf'));
  if (existsSync(localCertificates))
    cpSync(localCertificates, join(path, localCertificates), { recursive: true });
  const settings = join(homedir(), '.npmrc');
  if (existsSync(settings)) copyFileSync(settings, join(path, 'root/.npmrc'));
}

/** The commands in the `sh` blocks of one section of a document, as one script. */
export function commandsIn(document: string, section: string): string {
  const [, text = ''] = document.split(`\n## ${section}\n`);
  const [body = ''] = text.split('\n## ');
  const blocks = [...body.matchAll(/^```sh\n(.*?)^```$/gms)].map((block) => block[1] ?? '');
  if (blocks.length === 0) throw new Error(`the document has no commands in ${section}`);
  return blocks.join('');
}

/** Printed when a script in a root has succeeded. What it has started runs until the program is stopped. */
export const scriptEnd = 'the script has ended';

/** Runs a script in the root as root, with its own processes and mounts, but on the network of this machine. */
export function runInRoot(path: string, script: string): Program {
  writeFileSync(join(path, 'root/script.sh'), `set -euo pipefail\n${script}`);
  const enter = `mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && exec chroot "$1" bash -c \
    'cd /root && bash script.sh && echo ${scriptEnd} && exec sleep infinity'`;
  const isolation = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL'];
  return start('unshare', [...isolation, 'sh', '-c', enter, 'sh', path], {
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    },
  });
}
