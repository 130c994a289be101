import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { type Client, startClient } from '../test/client.ts';
import { tokenOf, VENDOR_CLIENTS } from '../test/vendors.ts';
import type { VendorId } from './vendors.ts';

// Requests and the recorded replies to them, in a file per vendor. In each paragraph, `#` says what it shows, `faults`
// sets faults of the vendor, and every other unindented line is a request, followed by its reply. After adding a request
// or changing a reply, run `npx vitest run replies -u` and read the difference.

/** What differs in every run. */
const withoutIds = (text: string, { url }: Client) =>
  text
    .replaceAll(url, 'http://simulator')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>');

async function replyTo(client: Client, key: string, line: string): Promise<string> {
  const [method = '', path = '', ...rest] = line.split(' ');
  const body = rest.length > 0 ? rest.join(' ') : null;
  const type = /^[[{]/.test(body ?? '') ? 'application/json' : 'application/x-www-form-urlencoded';
  const headers = {
    authorization: `Bearer ${key}`,
    clientid: 'mine',
    ...(body ? { 'content-type': type } : {}),
  };
  const reply = await fetch(`${client.url}${path}`, { method, headers, body });
  const links = ['link', 'retry-after'].flatMap((name) => reply.headers.get(name) ?? []);
  return withoutIds([`  ${reply.status}`, ...links, await reply.text()].join(' '), client);
}

async function answered(paragraph: string, id: VendorId): Promise<string> {
  const client = await startClient();
  const lines: string[] = [];
  for (const line of paragraph.split('\n').filter((each) => !each.startsWith('  '))) {
    lines.push(line);
    if (line.startsWith('faults ')) {
      const faults = JSON.parse(line.slice('faults '.length));
      expect((await client.faults(id === 'dell' ? faults : { [id]: faults })).status, line).toBe(200);
    } else if (!line.startsWith('#')) {
      const key = VENDOR_CLIENTS[id].token ? await tokenOf(client, id) : 'mine';
      lines.push(await replyTo(client, key, line));
    }
  }
  return lines.join('\n');
}

it.each(Object.keys(VENDOR_CLIENTS) as VendorId[])('%s replies as recorded', async (id) => {
  const path = `${import.meta.dirname}/../test/replies/${id}.txt`;
  const paragraphs = (await readFile(path, 'utf8')).trimEnd().split('\n\n');
  const replies: string[] = [];
  for (const paragraph of paragraphs) replies.push(await answered(paragraph, id));
  await expect(`${replies.join('\n\n')}\n`).toMatchFileSnapshot(path);
});
