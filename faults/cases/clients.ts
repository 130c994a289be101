import { existsSync } from 'node:fs';
import { nginxProgram, startNginx } from '../../harness/nginx.ts';
import { freePort } from '../../harness/processes.ts';
import { type Attack, attackAll, installTarget, lookupRequest, openTarget, repeat } from '../attack.ts';
import type { Fault } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';

const addressOf = (at: number) => `127.0.11.${(at % 10) + 1}`;

const attacks: Record<string, Attack> = {
  'aborted lookups': async (raw, visitors) =>
    repeat(40, (at) => {
      const socket = raw.open(addressOf(at)).resume();
      socket.write(raw.text(lookupRequest, visitors[at % visitors.length]), () => socket.destroy());
    }),
  'half-closed lookups': async (raw, visitors) =>
    repeat(40, (at) => {
      raw
        .open(addressOf(at))
        .resume()
        .end(raw.text(lookupRequest, visitors[at % visitors.length]));
    }),
  'bodies that never come': async (raw) =>
    repeat(25, (at) => {
      const request = { method: 'POST', path: '/api/auth/session', contentLength: 100 };
      raw.open(addressOf(at)).resume().write(raw.text(request));
    }),
};

export const absentClients: Fault = {
  number: 110,
  isolation: 'exclusive',
  title: 'clients that disconnect, close their half or never send the body while a legitimate user works',
  async run(context) {
    const { api } = await installTarget(context);
    return attackAll(context, await openTarget(api.url), attacks);
  },
};

export const absentClientsBehindProxy: Fault = {
  number: 111,
  isolation: 'exclusive',
  title: 'the same clients behind nginx, to which all connections belong',
  async run(context) {
    if (!existsSync(nginxProgram)) return 'skipped: nginx is not installed';
    const [port, apiPort] = [await freePort(), await freePort()];
    const url = `https://localhost:${port}`;
    await installTarget(context, { PORT: String(apiPort), PUBLIC_URL: url, TRUST_PROXY: '127.0.0.1' });
    const nginx = await startNginx(await temporaryFolder(context), port, [apiPort, apiPort]);
    context.cleanup(() => nginx.stop('SIGKILL'));
    return attackAll(context, await openTarget(url), attacks);
  },
};
