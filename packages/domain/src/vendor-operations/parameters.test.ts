import { publicVendorBases, testerVendors } from '@warranty/contracts/vendors';
import { plainText } from '@warranty/contracts/vendors/vendor';
import { describe, expect, it } from 'vitest';
import { refusingPattern } from './parameters.ts';
import { previewOperation } from './preview.ts';
import { resolveOperation } from './resolve.ts';

/** All parameters whose pattern requires upper case. */
const upperCased = testerVendors.flatMap((vendor) =>
  vendor.tester.operations.flatMap((operation) =>
    operation.parameters
      .filter(({ pattern }) => pattern?.includes('A-Z') && !pattern.includes('a-z'))
      .map((parameter) => ({ vendor, operation, parameter })),
  ),
);

describe('an upper-case parameter', () => {
  it.each(upperCased)('of $vendor.name $operation.id accepts $parameter.name in lower case', (entry) => {
    const { vendor, operation, parameter } = entry;
    const asWritten = Object.fromEntries(operation.parameters.map(({ name, example }) => [name, example]));
    const auth = { type: 'none', key: 'k' } as const;
    const request = { vendor: vendor.id, operation: operation.id, parameters: asWritten, auth };
    const parameters = { ...asWritten, [parameter.name]: ` ${parameter.example.toLowerCase()} ` };
    const typed = { ...request, parameters };
    expect(resolveOperation(typed, publicVendorBases)).toEqual(resolveOperation(request, publicVendorBases));
    expect(resolveOperation(typed, publicVendorBases).ok).toBe(true);
    expect(previewOperation(typed, publicVendorBases)).toEqual(previewOperation(request, publicVendorBases));
  });

  it('exists for every vendor', () => {
    expect(new Set(upperCased.map(({ vendor }) => vendor.id)).size).toBe(testerVendors.length);
  });
});

describe('refusingPattern', () => {
  const parameter = {
    ...plainText,
    name: 'serial',
    wireName: 'serial',
    in: 'query',
    pattern: null,
    transform: null,
    required: false,
    example: 'AB',
    description: '',
  } as const;

  it('returns the pattern that an entered value does not match', () => {
    const guarded = { ...parameter, pattern: '^[A-Z]{2}$' };
    expect(refusingPattern(guarded, { serial: 'ABC' })).toBe('^[A-Z]{2}$');
    for (const serial of ['AB', '', undefined]) expect(refusingPattern(guarded, { serial })).toBeNull();
  });

  it('returns null if something else is wrong', () => {
    expect(refusingPattern({ ...parameter, in: 'path' }, { serial: '..' })).toBeNull();
    expect(refusingPattern({ ...parameter, type: 'number' }, { serial: 'x' })).toBeNull();
  });
});
