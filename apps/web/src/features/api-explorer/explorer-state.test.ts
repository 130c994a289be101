import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import {
  createInitialState,
  type ExplorerAction,
  explorerReducer,
  type ShownResponse,
} from './explorer-state.ts';

const endpoint: CatalogEndpoint = {
  method: 'GET',
  path: '/api/user/{userId}/things',
  summary: 'Things',
  auth: 'session',
  acceptsToken: true,
  sensitive: false,
  pathParams: [{ name: 'userId', type: 'string', required: true, description: '' }],
  queryParams: [{ name: 'limit', type: 'string', required: false, description: '' }],
};
const mapping = (alias: string): JsonMapping => ({ sourcePath: alias, alias, mode: 'value' });
const response = (data: unknown): ShownResponse => ({ data, sourceName: 'x', facts: [], curl: null });
const got = (source: 'internal' | 'external', alias: string): ExplorerAction => {
  return { kind: 'response', source, response: response(alias), suggested: [mapping(alias)] };
};
const external: ExplorerAction = { kind: 'source', source: 'external' };
const internal: ExplorerAction = { kind: 'source', source: 'internal' };
const own: ExplorerAction = { kind: 'mappings', mappings: [mapping('own')] };
const after = (...actions: ExplorerAction[]) =>
  actions.reduce(explorerReducer, createInitialState('demo-user-1', 'internal'));
const aliases = (...actions: ExplorerAction[]) => after(...actions).mappings.map(({ alias }) => alias);

describe('the Explorer', () => {
  it('starts an endpoint with its own fields and without a response or mappings', () => {
    const state = after(
      { kind: 'endpoint', endpoint },
      { kind: 'value', name: 'limit', value: '5' },
      got('internal', 'a'),
      { kind: 'endpoint', endpoint: { ...endpoint } },
    );
    expect(state.values).toEqual({ userId: 'demo-user-1', limit: '' });
    expect([state.responses.internal, state.mappings]).toEqual([null, []]);
  });

  it('suggests mappings for an internal response only if there are none', () => {
    expect(aliases(got('internal', 'a'))).toEqual(['a']);
    expect(aliases(got('internal', 'a'), got('internal', 'b'))).toEqual(['a']);
    expect(aliases({ kind: 'mappings', mappings: [] }, got('internal', 'b'))).toEqual(['b']);
  });

  it("suggests mappings for every external response, but never replaces the user's edits", () => {
    expect(aliases(external, got('external', 'a'), got('external', 'b'))).toEqual(['b']);
    expect(aliases(external, got('external', 'a'), own, got('external', 'b'))).toEqual(['own']);
  });

  it('clears the mappings when the source changes, but keeps each response', () => {
    const state = after(got('internal', 'a'), external, internal);
    expect(state.mappings).toEqual([]);
    expect(state.responses.internal?.data).toBe('a');
  });

  it('stores suggestions for a response that arrives while the other source is open', () => {
    const away = after({ kind: 'fetching' }, external, got('internal', 'a'));
    expect([away.mappings, away.isFetching, away.responses.internal?.data]).toEqual([[], false, 'a']);
    expect(explorerReducer(away, internal).mappings).toEqual([mapping('a')]);
    expect(aliases(got('internal', 'a'), got('external', 'b'), external)).toEqual(['b']);
    expect(aliases(got('external', 'b'), external, internal, external)).toEqual([]);
  });

  it('applies the suggestions the user requested', () => {
    const requested = { ...got('external', 'suggested'), wanted: true };
    expect(aliases(external, own, requested)).toEqual(['suggested']);
  });

  it('clears the response after a failure, but keeps the mappings for a retry', () => {
    const state = after(got('internal', 'a'), { kind: 'fetching' }, { kind: 'failed', message: '500: x' });
    expect([state.failure, state.isFetching, state.responses.internal]).toEqual(['500: x', false, null]);
    expect(state.mappings).toHaveLength(1);
    expect(explorerReducer(state, { kind: 'fetching' }).failure).toBeNull();
  });

  it('shows a field error until the field changes', () => {
    const refused = after({ kind: 'endpoint', endpoint }, { kind: 'refused', errors: { limit: 'wrong' } });
    expect(refused.errors).toEqual({ limit: 'wrong' });
    expect(explorerReducer(refused, { kind: 'value', name: 'limit', value: '1' }).errors).toEqual({});
  });
});
