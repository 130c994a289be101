import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentVersion } from '@warranty/contracts/agents';
import { joinedScripts } from './agent/joined-scripts.ts';
import { checkGenerated } from './checks/generated.ts';

// Tests the agent, its scripts and the built binaries. Tests that need a missing Go, Python or wine are counted as skipped.
// With --full, all binaries are built twice and compared.
const root = join(import.meta.dirname, '..');
const agent = join(root, 'apps/agent');
const dist = join(agent, 'dist');
const full = process.argv.includes('--full');
const counts = { passed: 0, failed: 0, skipped: 0 };

function report(passed: boolean, what: string): void {
  counts[passed ? 'passed' : 'failed'] += 1;
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${what}`);
}

function skip(what: string, why: string): void {
  counts.skipped += 1;
  console.log(`skip ${what}: ${why}`);
}

function run(program: string, args: string[], cwd = agent) {
  return spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

const has = (program: string, ...args: string[]) => run(program, args).status === 0;

function testGo(): void {
  for (const system of ['linux', 'darwin', 'windows']) {
    const { status, stderr } = spawnSync('go', ['vet', './...'], {
      cwd: agent,
      encoding: 'utf8',
      // Same flags as the build, so that the standard library is compiled only once.
      env: { ...process.env, GOOS: system, CGO_ENABLED: '0', GOFLAGS: '-trimpath' },
    });
    report(status === 0, `go vet for ${system}${stderr && `\n${stderr}`}`);
  }
  // The race detector needs a C compiler.
  const race = has('gcc', '--version') ? ['-race'] : [];
  const { stdout } = run('go', ['test', '-json', '-timeout', '5m', ...race, './...']);
  const results = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { Action: string; Test?: string; Package: string; Output?: string });
  for (const { Action, Test, Package, Output } of results) {
    if (Action === 'build-output' || (Action === 'output' && /FAIL|_test\.go:/.test(Output ?? '')))
      console.log(Output);
    if ((Action === 'pass' || Action === 'fail') && Test) report(Action === 'pass', `${Package} ${Test}`);
    else if (Action === 'fail') report(false, Package);
  }
}

/** The tests run the scripts, so what they say about changed parts would be wrong. */
async function testJoined(): Promise<void> {
  const outdated = await checkGenerated(root, joinedScripts);
  for (const file of Object.keys(joinedScripts)) {
    const isCurrent = outdated.every((each) => each.file !== file);
    report(isCurrent, `${file} is up to date (otherwise run \`npm run docs\`)`);
  }
}

function testPython(): void {
  const { status, stderr } = run('python3', ['-B', 'network_agent_nmap_test.py'], join(agent, 'scripts'));
  const ran = Number(/Ran (\d+) tests/.exec(stderr)?.[1] ?? 0);
  const bad = status === 0 ? 0 : Math.max(1, Number(/failures=(\d+)/.exec(stderr)?.[1] ?? 1));
  counts.passed += Math.max(0, ran - bad);
  counts.failed += bad;
  console.log(`${bad ? 'FAIL' : 'ok  '} network_agent_nmap.py: ${ran} tests${bad ? `\n${stderr}` : ''}`);
}

const maxBytes = 20 * 1000 * 1000;
/** The first bytes of a binary for each platform, including the CPU architecture if the header has it near the start. */
const forms: Record<string, string> = {
  'network_agent-windows-x86_64.exe': '4d5a',
  'network_agent-darwin-x86_64': 'cffaedfe07000001',
  'network_agent-darwin-arm64': 'cffaedfe0c000001',
  'network_agent-linux-x86_64': '7f454c460201',
  'network_agent-linux-arm64': '7f454c460201',
};

/** A dynamically linked binary names its loader in a segment of this type. */
function needsLoader(file: Buffer): boolean {
  const interpreter = 3;
  const [offset, size, count] = [
    Number(file.readBigUInt64LE(32)),
    file.readUInt16LE(54),
    file.readUInt16LE(56),
  ];
  return Array.from({ length: count }, (_, index) => file.readUInt32LE(offset + index * size)).includes(
    interpreter,
  );
}

function sums(): string {
  return readFileSync(join(dist, 'SHA256SUMS'), 'utf8');
}

function testPrograms(): void {
  const build = (env = {}) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'build-agent.ts')], {
      env: { ...process.env, ...env },
    }).status === 0;
  report(build(), 'the binaries build');
  for (const [name, beginning] of Object.entries(forms)) {
    const file = readFileSync(join(dist, name));
    const isStatic = !name.includes('linux') || !needsLoader(file);
    const sum = createHash('sha256').update(file).digest('hex');
    report(
      file.toString('hex', 0, beginning.length / 2) === beginning &&
        file.length < maxBytes &&
        isStatic &&
        sums().includes(`${sum}  ${name}\n`),
      `${name}: ${(file.length / 1e6).toFixed(1)} MB (limit 20), correct format${name.includes('linux') ? ', static' : ''}`,
    );
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const version = run(join(dist, 'network_agent-linux-x86_64'), ['--version']).stdout.trim();
    report(version === `network_agent ${agentVersion}`, `the linux binary starts: ${version}`);
  }
  testUnderWine();
  if (!full) return;
  const first = sums();
  const cache = mkdtempSync(join(tmpdir(), 'agent-build-'));
  report(build({ GOCACHE: cache }) && sums() === first, 'a clean rebuild gives the same bytes');
  rmSync(cache, { recursive: true, force: true });
}

function testUnderWine(): void {
  const name = 'the windows binary';
  const wine = run('wine', ['--version']);
  const version = wine.stdout?.trim();
  const { stdout, stderr } = run('wine', [join(dist, 'network_agent-windows-x86_64.exe'), '--version']);
  if (wine.error) skip(name, 'wine is not installed');
  else if (stderr.includes('bcryptprimitives'))
    skip(name, `${version} has no bcryptprimitives.dll, which Go needs`);
  else report(stdout.includes(`network_agent ${agentVersion}`), `${name} starts under ${version}`);
}

if (has('go', 'version')) {
  testGo();
  testPrograms();
} else {
  skip('agent tests', 'Go is not installed');
  skip('agent binaries', 'Go is not installed');
}
await testJoined();
if (has('python3', '--version')) testPython();
else skip('Python script tests', 'Python is not installed');
console.log(`agent: ${counts.passed} passed, ${counts.failed} failed, skipped ${counts.skipped}`);
process.exit(counts.failed > 0 ? 1 : 0);
