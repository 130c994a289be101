import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort, root, start, waitUntil } from './processes.ts';
import { selfSigned } from './self-signed.ts';

export const nginxProgram = '/usr/sbin/nginx';

/** Starts a real nginx with the configuration that we ship, on a free port, with a certificate that this process trusts. */
export async function startNginx(dir: string, port: number, apiPorts: readonly [number, number]) {
  const folder = join(dir, 'nginx');
  await mkdir(folder);
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  execFileSync('openssl', [...selfSigned, ...names, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')]);

  const plainPort = await freePort();
  const shipped = readFileSync(join(root, 'deploy/nginx/it-warranty-lookup.conf'), 'utf8');
  const site = shipped
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('warranty.example.com', 'localhost')
    .replace('127.0.0.1:3000', `127.0.0.1:${apiPorts[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${apiPorts[1]}`)
    .replaceAll('/etc/it-warranty-lookup/', `${folder}/`);
  const settings = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(
    settings,
    `daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
    access_log off;
    client_body_temp_path ${folder}/bodies;
    proxy_temp_path ${folder}/replies;
    include ${folder}/site.conf;
}
`,
  );
  const program = start(nginxProgram, ['-c', settings, '-e', 'stderr']);
  await waitUntil('nginx to listen', async () => (await fetch(`https://localhost:${port}/livez`)).ok);
  return { ...program, plainUrl: `http://localhost:${plainPort}` };
}
