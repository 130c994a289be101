import { expect, it } from 'vitest';
import { vendorChoice } from './vendor-choice.ts';

it.each([
  [[], true, ['Dell'], []],
  [['HP', 'Lenovo'], true, ['Dell', 'HP', 'Lenovo'], ['HP', 'Lenovo']],
  [['Dell', 'HP'], false, ['Dell', 'HP'], ['HP']],
  [['HP'], false, ['HP'], ['HP']],
  [[], false, ['Dell'], []],
])('with keys for %j and Dell ready %j looks up %j', (userVendors, dellReady, allVendors, otherVendors) =>
  expect(vendorChoice(userVendors, dellReady)).toEqual({ userVendors, allVendors, otherVendors }),
);
