import { publicVendorBases, testerVendors } from '@warranty/contracts/vendors';
import type { OperationParameter } from '@warranty/contracts/vendors/vendor';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolveOperation } from './resolve.ts';

/** Text known to break out of paths, alone and in combination. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '.',
        '..',
        '/',
        '\\',
        '%',
        '%2e',
        '%2E',
        '%2f',
        '%5c',
        '%00',
        '?',
        '#',
        ';',
        '@',
        ':',
        '//',
      ),
      fc.constantFrom('．', '。', '／', '＼', '\u0000', '\t', '\r\n', '\u202e', '\ud800', '\udc00', '😀'),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('http://evil.example/', '169.254.169.254', 'devices', 'organizations'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));

const operations = testerVendors.flatMap((vendor) =>
  vendor.tester.operations.map((operation) => ({ vendor, operation })),
);

/** Uses the example for restricted parameters, so that the others are tested. */
const typedFor = ({ pattern, type, enum: allowed, example }: OperationParameter, text: string) =>
  pattern || allowed || type !== 'text' ? example : text;

it('never lets a parameter escape its position in the template', () => {
  let reached = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...operations),
      fc.array(hostile, { minLength: 3, maxLength: 3 }),
      ({ vendor, operation }, texts) => {
        const typed = new Map(
          operation.parameters.map((parameter, index) => [
            parameter.name,
            typedFor(parameter, texts[index] ?? ''),
          ]),
        );
        const result = resolveOperation(
          {
            vendor: vendor.id,
            operation: operation.id,
            parameters: Object.fromEntries(typed),
            auth: { type: 'none', key: 'k' },
          },
          publicVendorBases,
        );
        if (!result.ok) return;
        reached += 1;
        const url = new URL(result.url);
        const { origin, username, password, hash } = url;
        const actual = url.pathname.split('/');
        const template = operation.path.split('/');
        // Each segment is the template's own, or exactly the value entered for it.
        const expected = template.map((part) => {
          const name = /^\{(.*)\}$/.exec(part)?.[1];
          return name === undefined ? part : typed.get(name)?.trim();
        });
        const known = operation.parameters.map(({ name, wireName = name }) => wireName);
        expect({
          origin,
          rest: [username, password, hash],
          segments: actual.map(decodeURIComponent),
          unknown: [...url.searchParams.keys()].filter((name) => !known.includes(name)),
        }).toEqual({
          origin: publicVendorBases[operation.base],
          rest: ['', '', ''],
          segments: expected,
          unknown: [],
        });
      },
    ),
    { numRuns: 3000 },
  );
  expect(reached).toBeGreaterThan(1500);
}, 30_000);

const devicesOf = (organizationId: string) =>
  resolveOperation(
    {
      vendor: 'meraki',
      operation: 'devices',
      parameters: { organizationId },
      auth: { type: 'none', key: 'k' },
    },
    publicVendorBases,
  );

it.each(['.', '..', ' .. ', '\t.', '\ud800', 'a\udc00'])('rejects %j as a segment', (organizationId) => {
  expect(devicesOf(organizationId)).toMatchObject({
    ok: false,
    error: 'Parameter validation failed',
    details: [{ message: 'Parameter organizationId does not match required pattern' }],
  });
});

it.each(['...', '%2e%2e', '..%2f', '../x', 'a/b', 'a\\b', '１', 'é'])('keeps %j in one segment', (given) => {
  const result = devicesOf(given);
  if (!result.ok) throw new Error(result.error);
  const segments = new URL(result.url).pathname.split('/');
  expect(segments).toHaveLength(6);
  expect(decodeURIComponent(segments[4] ?? '')).toBe(given);
});
