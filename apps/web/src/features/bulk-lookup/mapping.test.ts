import { describe, expect, it } from 'vitest';
import { assign, isSameMapping } from './mapping.ts';

describe('assign', () => {
  it('takes a column away from the field it served', () =>
    expect(assign({ modelNumber: 'Serial', endDate: 'Ends' }, 'startDate', 'Ends')).toEqual({
      modelNumber: 'Serial',
      startDate: 'Ends',
    }));

  it('lets identifier and service tag share one', () =>
    expect(assign({ modelNumber: 'Tag' }, 'serviceTag', 'Tag')).toEqual({
      modelNumber: 'Tag',
      serviceTag: 'Tag',
    }));

  it('takes a field out', () => expect(assign({ modelNumber: 'Tag' }, 'modelNumber', null)).toEqual({}));
});

it('two mappings are the same when every field is', () => {
  expect(isSameMapping({ modelNumber: 'Tag' }, { modelNumber: 'Tag' })).toBe(true);
  expect(isSameMapping({ modelNumber: 'Tag' }, { modelNumber: 'Tag', endDate: 'End' })).toBe(false);
});
