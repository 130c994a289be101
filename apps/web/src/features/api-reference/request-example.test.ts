import type { Operation } from '@warranty/contracts/core/openapi';
import { describe, expect, it } from 'vitest';
import { jsonBody, operation } from '../../../test/reference-document.ts';
import type { Entry } from './entries.ts';
import { placeholder, requestExample } from './request-example.ts';

const installation = { origin: 'https://warranty.example.com', cookieName: 'sid' };
const example = (method: string, path: string, parts: Partial<Operation>) => {
  const entry: Entry = { anchor: '', method, path, operation: operation(parts) };
  return requestExample(entry, installation);
};
const reply = (...types: string[]): Operation['responses'] => ({
  200: { description: '', content: Object.fromEntries(types.map((type) => [type, {}])) },
  500: { description: '', content: { 'application/json': {} } },
});

describe('requestExample', () => {
  it('has the URL with words to replace', () => {
    const query = { name: 'pageSize', in: 'query', schema: {} };
    const parameters = [
      { ...query, required: true },
      { ...query, name: 'filter', required: false },
    ];
    expect(example('GET', '/api/runs/{runId}/file', { parameters }).url).toBe(
      'https://warranty.example.com/api/runs/RUN_ID/file?pageSize=PAGE_SIZE',
    );
    expect(placeholder('browserSessionId')).toBe('BROWSER_SESSION_ID');
  });

  it.each([
    ['session-or-bearer', 'GET', [{ name: 'Authorization', text: 'Bearer ', variable: 'WARRANTY_TOKEN' }]],
    ['agent', 'POST', [{ name: 'Authorization', text: 'Bearer ', variable: 'AGENT_SECRET' }]],
    ['session', 'GET', [{ name: 'Cookie', text: 'sid=', variable: 'WARRANTY_SESSION' }]],
    [
      'session',
      'DELETE',
      [
        { name: 'Cookie', text: 'sid=', variable: 'WARRANTY_SESSION' },
        { name: 'Origin', text: 'https://warranty.example.com' },
      ],
    ],
    ['public', 'GET', []],
    ['public', 'POST', [{ name: 'Origin', text: 'https://warranty.example.com' }]],
  ])('has the credentials for %s access with %s', (access, method, headers) => {
    expect(example(method, '/api/x', { 'x-access': access }).headers).toEqual(headers);
  });

  it('sends the example of a JSON body', () => {
    expect(example('POST', '/api/x', { requestBody: jsonBody({ a: 1 }) }).body).toEqual({
      kind: 'json',
      value: { a: 1 },
    });
    expect(example('GET', '/api/x', {}).body).toBeUndefined();
  });

  it('sends a file that is needed as it is, and otherwise JSON', () => {
    const content = (required: string[]) => ({
      'application/json': { schema: { required }, example: {} },
      'image/jpeg': { schema: {} },
    });
    const body = (required: string[]) =>
      example('POST', '/x', { requestBody: { required: true, content: content(required) } }).body;
    expect(body(['image'])).toEqual({ kind: 'file', name: 'label.jpg', type: 'image/jpeg' });
    expect(body([])).toEqual({ kind: 'json', value: {} });
    const upload = { required: true, content: { 'text/csv': { schema: {} } } };
    expect(example('PUT', '/x', { requestBody: upload }).body).toEqual({
      kind: 'file',
      name: 'devices.csv',
      type: 'text/csv',
    });
  });

  it.each([
    [reply('application/json'), { kind: 'json' }],
    [reply(), { kind: 'empty' }],
    [reply('text/csv', 'other/type'), { kind: 'file', name: 'file.csv' }],
    [reply('application/octet-stream'), { kind: 'file', name: 'file.bin' }],
  ])('expects the reply %#', (responses, expected) => {
    expect(example('GET', '/api/runs/file/{runId}', { responses }).reply).toEqual(expected);
  });
});
