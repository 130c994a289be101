import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/processes.ts';
import { assert, type Fault } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';

const helm = process.env.HARNESS_HELM ?? '/usr/local/bin/helm';
const validator = process.env.HARNESS_KUBERNETES_VALIDATE ?? '/usr/local/bin/kubernetes-validate';
const chart = join(root, 'deploy/helm');
const kubernetesVersions = ['1.30', '1.33', '1.36'];

const required = {
  publicUrl: 'https://warranty.example.com',
  database: { secret: 'database' },
  masterKey: { secret: 'master-key' },
};

/** Everything that can be turned on. */
const everything = {
  ...required,
  trustProxy: '10.244.7.0/24',
  database: { secret: 'database', directKey: 'direct-url' },
  settings: { BULK_RUN_DAYS: '14' },
  secretSettings: { DELL_CLIENT_SECRET: { secret: 'dell', key: 'client-secret' } },
  image: { tag: '1.1.0', pullSecrets: [{ name: 'registry' }] },
  api: {
    autoscaling: { enabled: true },
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    tlsSecret: 'certificate',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '256m' },
  },
  networkPolicy: {
    from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
    database: { to: [{ ipBlock: { cidr: '10.9.8.7/32' } }], ports: [5432, 6432] },
    extraEgress: [{ ports: [{ port: 3128 }], to: [{ ipBlock: { cidr: '10.1.2.3/32' } }] }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
};

const templateArgs = (valuesFile: string, version: string) => [
  ...['template', 'warranty', chart, '--values', valuesFile],
  ...['--kube-version', `${version}.0`],
];

const kindsIn = (manifests: string) =>
  [...manifests.matchAll(/^kind: (\w+)$/gm)].map(([, kind = '']) => kind).toSorted();

/** The schemas of Kubernetes do not know resources of operators. */
const builtIn = (manifests: string) =>
  manifests
    .split(/^---$/m)
    .filter((document) => document.includes('kind:') && !/^kind: ServiceMonitor$/m.test(document))
    .join('---');

/** Values that must be refused before anything is installed. */
const wrongValues = [
  { ...required, publicUrl: '' },
  { ...required, database: {} },
  { ...required, masterKey: { secret: '' } },
  { ...required, settings: { PORT: 3000 } },
];

export const helmChart: Fault = {
  number: 108,
  title: 'the Helm chart rendered and validated for three versions of Kubernetes',
  slow: true,
  async run(context) {
    const missing = [helm, validator].filter((program) => !existsSync(program));
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    const dir = await temporaryFolder(context);
    const write = (name: string, content: string) => {
      writeFileSync(join(dir, name), content);
      return join(dir, name);
    };
    const valuesFiles = { required, everything };
    const kinds: string[] = [];
    for (const [name, values] of Object.entries(valuesFiles)) {
      const valuesFile = write(`${name}.json`, JSON.stringify(values));
      execFileSync(helm, ['lint', '--strict', chart, '--values', valuesFile], { stdio: 'pipe' });
      for (const version of kubernetesVersions) {
        const manifests = execFileSync(helm, templateArgs(valuesFile, version), { encoding: 'utf8' });
        kinds.push(...kindsIn(manifests));
        const file = write(`${name}-${version}.yaml`, builtIn(manifests));
        const { status, stdout, stderr } = spawnSync(
          validator,
          ['--strict', '--kubernetes-version', version, file],
          { encoding: 'utf8' },
        );
        assert(status === 0, `${name} for Kubernetes ${version}: ${stdout}${stderr}`);
      }
    }
    for (const [at, values] of wrongValues.entries()) {
      const valuesFile = write(`wrong-${at}.json`, JSON.stringify(values));
      const { stderr } = spawnSync(helm, templateArgs(valuesFile, '1.36'), { encoding: 'utf8' });
      const isRefused = stderr.includes("values don't meet the specifications of the schema");
      assert(isRefused, `not refused: ${JSON.stringify(values)}: ${stderr}`);
    }
    return `${new Set(kinds).size} kinds of resources, valid for Kubernetes ${kubernetesVersions.join(', ')}; ${wrongValues.length} wrong values refused`;
  },
};
