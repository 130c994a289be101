import { describe, expect, it } from 'vitest';
import { addressFor } from './address-for.ts';

describe('the address for a person', () => {
  const two = ['contoso', 'fabrikam'];

  it.each([
    ['/o/fabrikam/bulk-lookup?run=1', two, null, '/o/fabrikam/bulk-lookup?run=1'],
    ['/o/fabrikam', two, 'contoso', '/o/fabrikam'],
    ['/bulk-lookup?run=1', two, 'fabrikam', '/o/fabrikam/bulk-lookup?run=1'],
    ['/bulk-lookup', two, 'left-long-ago', '/o/contoso/bulk-lookup'],
    ['/', ['contoso'], null, '/o/contoso/'],
    ['/o/unknown/bulk-lookup', two, null, '/o/contoso/bulk-lookup'],
    ['/o/unknown', two, 'fabrikam', '/o/fabrikam/'],
    ['/o/unknown?a=1', two, null, '/o/contoso/?a=1'],
  ])('%s in %j, last used %s, is %s', (address, handles, last, expected) =>
    expect(addressFor(address, handles, last)).toBe(expected),
  );

  it('is none without an organization', () => expect(addressFor('/bulk-lookup', [], 'contoso')).toBeNull());
});
