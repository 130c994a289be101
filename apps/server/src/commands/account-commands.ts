import { anyDatabase, type Command } from './command.ts';

const organizations = () => import('./organization-commands.ts');
const people = () => import('./people-commands.ts');

const handle = '  HANDLE   the name of the organization in URLs, such as contoso';
const person = '  PERSON   such as user-a1b2c3d4e; list-people lists them with their names';

/** About people and organizations. Each change leaves an audit event of the organization or the person. */
export const accountCommands: Record<string, Command> = {
  'create-organization': {
    summary: 'create an organization, and print a link for its first admin',
    usage: 'NAME --handle HANDLE',
    help: `  NAME              as people see it, such as "Contoso Ltd"
  --handle HANDLE   its name in URLs: 3 to 40 lower-case letters, digits and hyphens

The link works once and for 7 days; appoint-admin prints another one. ${anyDatabase}`,
    run: async (args) => (await organizations()).createOrganization(args),
  },
  'list-organizations': {
    summary: 'list organizations with what they store, and browsers with access tokens or agents',
    usage: '[--json]',
    help: `  --json   one JSON object, with all fields

Admins who are suspended do not count. The browsers are those whose access tokens and agents stop working with SIGN_IN=required. ${anyDatabase}`,
    run: async (args) => (await organizations()).listOrganizations(args),
  },
  'appoint-admin': {
    summary: 'make a person an admin, or print a link for a new one',
    usage: 'HANDLE [PERSON]',
    help: `${handle}
${person}

The way out if no admin is left. Without PERSON it prints a link that works once and for 7 days. ${anyDatabase}`,
    run: async (args) => (await organizations()).appointAdmin(args),
  },
  'suspend-organization': {
    summary: 'refuse the members, access tokens and agents of an organization',
    usage: 'HANDLE',
    help: `${handle}

Nothing is deleted, and files that are being looked up are finished. resume-organization undoes it. ${anyDatabase}`,
    run: async (args) => (await organizations()).suspendOrganization(args),
  },
  'resume-organization': {
    summary: 'undo suspend-organization',
    usage: 'HANDLE',
    help: `${handle}

${anyDatabase}`,
    run: async (args) => (await organizations()).resumeOrganization(args),
  },
  'delete-organization': {
    summary: 'delete an organization with all of its data',
    usage: 'HANDLE --confirm HANDLE',
    help: `${handle}
  --confirm HANDLE   the same again: it cannot be undone

Nothing of it can be used from that moment on. Its rows are erased in the background, and its handle is never given
out again. ${anyDatabase}`,
    run: async (args) => (await organizations()).deleteOrganization(args),
  },
  'list-people': {
    summary: 'list the people who can sign in',
    usage: '[--json]',
    help: `  --json   one JSON list, with all fields

${anyDatabase}`,
    run: async (args) => (await people()).listPeople(args),
  },
  'suspend-person': {
    summary: 'sign a person out everywhere, and refuse further sign-ins',
    usage: 'PERSON',
    help: `${person}

Access tokens that the person answers for are refused, too. Nothing is deleted. resume-person undoes it.
${anyDatabase}`,
    run: async (args) => (await people()).suspendPerson(args),
  },
  'resume-person': {
    summary: 'undo suspend-person',
    usage: 'PERSON',
    help: `${person}

${anyDatabase}`,
    run: async (args) => (await people()).resumePerson(args),
  },
  'sign-in-link': {
    summary: 'print a link that signs a person in, for lost passkeys',
    usage: 'PERSON',
    help: `${person}

The link signs in as that person in all of their organizations, so give it to no one else. It works once and for
15 minutes, and offers to create a new passkey. ${anyDatabase}`,
    run: async (args) => (await people()).createSignInLink(args),
  },
  'sign-out': {
    summary: 'end the sessions of a person, or of all people',
    usage: 'PERSON | --everyone',
    help: `${person}
  --everyone   all people; browsers without a sign-in are not affected

They can sign in again. ${anyDatabase}`,
    run: async (args) => (await people()).signOut(args),
  },
};
