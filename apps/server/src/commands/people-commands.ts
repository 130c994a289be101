import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { print } from './command-output.ts';
import { withOperator } from './with-product.ts';

function readPerson(args: string[], command: string): string {
  const [person, ...others] = parseArgs({ args, allowPositionals: true }).positionals;
  if (person && others.length === 0) return person;
  throw new ConfigError([`${command} needs one person, such as user-a1b2c3d4e. list-people lists them`]);
}

export async function listPeople(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  await withOperator('list-people', async (operator) => {
    const people = await operator.listPeople();
    if (values.json) {
      print(JSON.stringify(people, null, 2));
      return;
    }
    if (people.length === 0) print('There are no people. They join with a link: see create-organization.');
    for (const { username, name, organizations, signedInAt, suspendedAt } of people) {
      const last = signedInAt ? `signed in ${signedInAt.toISOString().slice(0, 10)}` : 'never signed in';
      const of = organizations?.join(', ') || 'no organization';
      print(`${username}  ${name}  ${of}, ${last}${suspendedAt ? ', suspended' : ''}`);
    }
  });
}

export async function suspendPerson(args: string[]): Promise<void> {
  const person = readPerson(args, 'suspend-person');
  await withOperator('suspend-person', async (operator) => {
    await operator.setPersonSuspended(person, true);
    print(`${person} is signed out everywhere and cannot sign in. Access tokens of that person are refused.`);
  });
}

export async function resumePerson(args: string[]): Promise<void> {
  const person = readPerson(args, 'resume-person');
  await withOperator('resume-person', async (operator) => {
    await operator.setPersonSuspended(person, false);
    print(`${person} can sign in again.`);
  });
}

export async function createSignInLink(args: string[]): Promise<void> {
  const person = readPerson(args, 'sign-in-link');
  await withOperator('sign-in-link', async (operator) => {
    const url = await operator.signInLink(person);
    print(`This link signs in as ${person}. It works once and for 15 minutes:`, url);
  });
}

export async function signOut(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { everyone: { type: 'boolean', default: false } },
  });
  const person = values.everyone ? 'everyone' : readPerson(positionals, 'sign-out');
  if (values.everyone && positionals.length > 0)
    throw new ConfigError(['sign-out takes one person, or --everyone']);
  await withOperator('sign-out', async (operator) => {
    const count = await operator.signOut(person);
    print(count === 1 ? '1 session ended.' : `${count} sessions ended.`);
  });
}
