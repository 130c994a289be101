import { parseArgs } from 'node:util';
import type { Operator } from '../accounts/operator.service.ts';
import { ConfigError } from '../config/config.ts';
import { print } from './command-output.ts';
import { withOperator } from './with-product.ts';

/** The only positional argument. `missing` says what it is. */
function oneArgument(positionals: readonly string[], missing: string): string {
  const [first] = positionals;
  if (!first || positionals.length > 1) throw new ConfigError([missing]);
  return first;
}

const needsHandle = (command: string) => `${command} needs the handle of one organization, such as contoso`;

function readHandle(args: string[], command: string): string {
  return oneArgument(parseArgs({ args, allowPositionals: true }).positionals, needsHandle(command));
}

export async function createOrganization(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { handle: { type: 'string' } },
  });
  const missing = 'create-organization needs a name and a handle, such as "Contoso Ltd" --handle contoso';
  const name = oneArgument(positionals, missing).trim();
  const { handle } = values;
  if (!handle || name.length < 1 || name.length > 100) throw new ConfigError([missing]);
  await withOperator('create-organization', async (operator, { signIn }) => {
    const url = await operator.createOrganization(name, handle);
    print(
      `${name} was created with the handle ${handle}.`,
      'Its first admin opens this link, which works once and for 7 days:',
      url,
      ...(signIn.mode === 'off' ? ['', 'People cannot sign in yet: SIGN_IN is off.'] : []),
    );
  });
}

type Listed = Awaited<ReturnType<Operator['listOrganizations']>>[number];

function linesAbout(organization: Listed): string[] {
  const { handle, name, members, admins, suspendedAt, deletedAt } = organization;
  const { runs, scannedDevices, tokens, agents } = organization;
  const state = deletedAt ? ', being deleted' : suspendedAt ? ', suspended' : '';
  const noAdmin = admins === 0 ? ', without an admin: see appoint-admin' : '';
  return [
    `${handle}  ${name}  ${members} members, ${admins} admins${noAdmin}${state}`,
    `  ${runs} runs, ${scannedDevices} scanned devices, ${tokens} tokens, ${agents} agents`,
  ];
}

export async function listOrganizations(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  await withOperator('list-organizations', async (operator) => {
    const organizations = await operator.listOrganizations();
    const browsers = await operator.listBrowsersWithCredentials();
    if (values.json) {
      print(JSON.stringify({ organizations, browsers }, null, 2));
      return;
    }
    if (organizations.length === 0) print('There are no organizations. create-organization creates one.');
    for (const organization of organizations) print(...linesAbout(organization));
    if (browsers.length === 0) return;
    print('', 'Browsers with access tokens or agents, which stop working with SIGN_IN=required:');
    for (const { username, tokens, agents, lastUsedAt } of browsers)
      print(
        `${username}  ${tokens} tokens, ${agents} agents, last used ${lastUsedAt.toISOString().slice(0, 10)}`,
      );
  });
}

export async function appointAdmin(args: string[]): Promise<void> {
  const [handle, person, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
  if (!handle || others.length > 0) throw new ConfigError([needsHandle('appoint-admin')]);
  await withOperator('appoint-admin', async (operator) => {
    const url = await operator.appointAdmin(handle, person);
    if (url === null) print(`${person} is an admin of ${handle}.`);
    else print(`The new admin of ${handle} opens this link, which works once and for 7 days:`, url);
  });
}

export async function suspendOrganization(args: string[]): Promise<void> {
  const handle = readHandle(args, 'suspend-organization');
  await withOperator('suspend-organization', async (operator) => {
    await operator.setOrganizationSuspended(handle, true);
    print(`${handle} is suspended: its members, access tokens and agents are refused. Nothing is deleted.`);
  });
}

export async function resumeOrganization(args: string[]): Promise<void> {
  const handle = readHandle(args, 'resume-organization');
  await withOperator('resume-organization', async (operator) => {
    await operator.setOrganizationSuspended(handle, false);
    print(`${handle} can be used again.`);
  });
}

export async function deleteOrganization(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { confirm: { type: 'string' } },
  });
  const handle = oneArgument(positionals, needsHandle('delete-organization'));
  if (values.confirm !== handle)
    throw new ConfigError([
      `delete-organization cannot be undone: repeat the handle with --confirm ${handle}`,
    ]);
  await withOperator('delete-organization', async (operator) => {
    await operator.deleteOrganization(handle);
    print(
      `${handle} is deleted. Its rows are erased in the background; its audit events stay without names.`,
    );
  });
}
