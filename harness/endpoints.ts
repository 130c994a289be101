import { readdir } from 'node:fs/promises';
import type { Endpoint } from '@warranty/contracts/core/endpoint';

const folder = new URL('../packages/contracts/src/', import.meta.url);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}

async function findEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.ts$/.test(file));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
  return modules.flatMap((exports) => Object.values<unknown>(exports)).filter(isEndpoint);
}

/** Every endpoint that the contracts define, whether the server has a route for it or not. */
export const endpoints: readonly Endpoint[] = await findEndpoints();

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
