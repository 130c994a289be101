import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Builds the agent for every platform, with the checksums that the server and the users compare. Builds are reproducible:
// the same sources and Go version give the same bytes on every machine (no paths, no build ids, no C).
const agent = join(import.meta.dirname, '../apps/agent');
const dist = join(agent, 'dist');

const targets = [
  ['windows', 'amd64', 'network_agent-windows-x86_64.exe'],
  ['darwin', 'amd64', 'network_agent-darwin-x86_64'],
  ['linux', 'amd64', 'network_agent-linux-x86_64'],
  ['darwin', 'arm64', 'network_agent-darwin-arm64'],
  ['linux', 'arm64', 'network_agent-linux-arm64'],
] as const;

const version = spawnSync('go', ['version'], { encoding: 'utf8' });
if (version.error) {
  console.error('Building the agent needs Go 1.26 or newer, which is not installed: https://go.dev/dl/');
  process.exit(2);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const sums = targets.map(([system, architecture, name]) => {
  const { status } = spawnSync(
    'go',
    [
      'build',
      '-trimpath',
      '-buildvcs=false',
      '-ldflags=-s -w -buildid=',
      '-o',
      join(dist, name),
      './cmd/agent',
    ],
    {
      cwd: agent,
      stdio: 'inherit',
      env: {
        ...process.env,
        CGO_ENABLED: '0',
        GOOS: system,
        GOARCH: architecture,
        GOAMD64: 'v1',
        GOARM64: 'v8.0',
        GOFLAGS: '',
        GOEXPERIMENT: '',
      },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  const file = readFileSync(join(dist, name));
  const sum = createHash('sha256').update(file).digest('hex');
  console.log(`${sum}  ${name}  ${(file.length / 1e6).toFixed(1)} MB`);
  return `${sum}  ${name}\n`;
});
writeFileSync(join(dist, 'SHA256SUMS'), sums.join(''));
console.log(`built with ${version.stdout.trim()}`);
