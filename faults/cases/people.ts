import { createAccessToken } from '@warranty/contracts/access-tokens';
import { endSession, listSessions } from '@warranty/contracts/browser-sessions';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { removeMember } from '@warranty/contracts/organization';
import { signOut } from '@warranty/contracts/sign-in';
import { createOrganization, invite, type Member, startCommand, startMember } from '../../harness/people.ts';
import type { Server } from '../../harness/processes.ts';
import { assert, type Fault } from '../fault.ts';
import { type Installation, install } from '../installation.ts';
import { type Revoked, revokeInUse, sumOf } from '../revocation.ts';

async function ask({ url }: Server, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url + listBulkRuns.path, { headers: { origin: url, ...headers } });
  await response.arrayBuffer();
  return response.status;
}

/** With the session of a person; the cookie is that of now. */
const askAs = (member: Member) => {
  const headers = { cookie: member.cookie(), 'warranty-organization': member.handle };
  return (server: Server) => ask(server, headers);
};

/** With a token that the member answers for. */
async function askWithToken({ call }: Member) {
  const { rawToken } = await call(createAccessToken, { body: { tokenName: 'fault' } });
  return (server: Server) => ask(server, { authorization: `Bearer ${rawToken}` });
}

interface Scene {
  installation: Installation;
  servers: [Server, Server];
  admin: Member;
  /** Lets another admin join: only admins create tokens. */
  join(): Promise<Member>;
}

let addresses = 0;
/** Each person is in a network of its own, as each may start 30 sign-ins a minute. */
function ownAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `10.0.0.${addresses}` };
}

async function startTeam(installation: Installation, handle: string): Promise<Scene> {
  const { apis, env } = installation;
  const servers = apis as [Server, Server];
  const [{ url }] = servers;
  const admin = await startMember(
    url,
    { secret: await createOrganization(env, handle), handle },
    ownAddress(),
  );
  const join = async () => startMember(url, { secret: await invite(admin, 'admin'), handle }, ownAddress());
  return { installation, servers, admin, join };
}

/** The name by which commands know the person. */
async function usernameOf({ installation: { observer } }: Scene, { id }: Member): Promise<string> {
  const { rows } = await observer.query('select username from users where id = $1', [id]);
  return rows[0].username;
}

/** Until it says that it is done, which is before it ends. */
async function command({ installation }: Scene, name: string, argument: string): Promise<void> {
  const program = startCommand(installation.env, name, argument);
  await program.waitForLine((line) => line.startsWith(`${argument} is `) || line.endsWith(' ended.'));
}

interface Outcome {
  session: Revoked;
  /** Of a token, if there is one. */
  token?: Revoked;
}

type Revocation = Parameters<typeof revokeInUse>[2];

async function revokeSession({ servers }: Scene, member: Member, revoke: Revocation['revoke']) {
  const [session] = await revokeInUse(servers, [askAs(member)], { revoke });
  return { session: session as Revoked };
}

async function revokeBoth({ servers }: Scene, member: Member, revocation: Revocation): Promise<Outcome> {
  const asks = [askAs(member), await askWithToken(member)];
  const [session, token] = await revokeInUse(servers, asks, revocation);
  return { session: session as Revoked, token: token as Revoked };
}

/** What is no longer accepted, and how it comes to that. Once a member is removed, a session is refused with 404. */
const revocations: Record<string, (scene: Scene) => Promise<Outcome>> = {
  async 'signed out'(scene) {
    const member = await scene.join();
    return revokeSession(scene, member, () => member.call(signOut));
  },

  async 'session ended'(scene) {
    const member = await scene.join();
    const { sessions } = await member.call(listSessions);
    const params = { browserSessionId: sessions[0]?.id ?? '' };
    return revokeSession(scene, member, () => member.call(endSession, { params }));
  },

  async 'signed out by command'(scene) {
    const member = await scene.join();
    const username = await usernameOf(scene, member);
    return revokeSession(scene, member, () => command(scene, 'sign-out', username));
  },

  async 'member removed'(scene) {
    const member = await scene.join();
    const params = { personId: member.id };
    const revoke = () => scene.admin.call(removeMember, { params });
    return revokeBoth(scene, member, { revoke, refusals: [401, 404] });
  },

  async 'person suspended'(scene) {
    const member = await scene.join();
    const username = await usernameOf(scene, member);
    return revokeBoth(scene, member, { revoke: () => command(scene, 'suspend-person', username) });
  },

  async 'organization suspended'({ installation, admin: { handle } }) {
    // Of its own: the others go on in theirs.
    const scene = await startTeam(installation, `${handle}-2`);
    const revoke = () => command(scene, 'suspend-organization', scene.admin.handle);
    return revokeBoth(scene, scene.admin, { revoke, refusals: [401, 404] });
  },
};

export const peopleRevoked: Fault = {
  number: 125,
  title: 'people signed out, removed or suspended on one process are refused by the other',
  async run(context) {
    const env = {
      DRAIN_SECONDS: '0',
      SIGN_IN: 'optional',
      TRUST_PROXY: '127.0.0.1',
      TOKEN_REQUESTS_PER_MINUTE: '100000',
    };
    const installation = await install(context, { apis: 2, env });
    const outcomes = new Map<string, Outcome[]>(Object.keys(revocations).map((name) => [name, []]));
    for (let turn = 0; turn < (context.full ? 5 : 1); turn += 1) {
      const scene = await startTeam(installation, `fault-${turn}`);
      // All at once, so that both processes have something to do.
      const revoking = Object.entries(revocations).map(async ([name, revoke]) =>
        outcomes.get(name)?.push(await revoke(scene)),
      );
      await Promise.all(revoking);
    }
    const all = [...outcomes.values()].flat();
    const sessions = sumOf(all.map(({ session }) => session));
    const tokens = sumOf(all.flatMap(({ token }) => token ?? []));
    const accepted = [...outcomes].flatMap(([name, of]) => {
      const { accepted: count, lateMs } = sumOf(of.map(({ session }) => session));
      return count > 0 ? [`${name} (${count}, ${lateMs} ms)`] : [];
    });
    assert(accepted.length === 0, `accepted after the reply: ${accepted.join(', ')}`);
    context.expectBar(tokens.lateMs < 1000, `a token was still accepted ${tokens.lateMs} ms later`);
    return `${outcomes.size} ways: 0 of ${sessions.asked} requests with sessions accepted after the reply; of ${tokens.asked} with tokens ${tokens.accepted}, the last one ${tokens.lateMs} ms later (bar 1000)`;
  },
};
