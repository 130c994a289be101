import { describe, expect, it } from 'vitest';
import { detectManufacturer } from './detect-manufacturer.ts';
import { suggestManufacturer } from './suggest-manufacturer.ts';

describe('suggestManufacturer', () => {
  it.each([
    ['PF3ABCDE', 'Lenovo'],
    [' pf3abcde ', 'Lenovo'],
    ['S/N: MP1X2Y3Z', 'Lenovo'],
    ['R90ABC12', 'Lenovo'],
    ['PFYVQQNY', 'Lenovo'],
    ['PF3ABCDE.21HM', 'Lenovo'],
    ['1S21HMCTO1WWPF3ABCDE', 'Lenovo'],
    ['5CG9123ZZX', 'HP'],
    ['CND 1234 5XY', 'HP'],
    ['5CG9123ZZX#8C2X9UT', 'HP'],
  ])('suggests for %s the unproven manufacturer %s', (text, manufacturer) => {
    expect(detectManufacturer({ identifier: text }).manufacturer).toBeNull();
    expect(suggestManufacturer(text)).toBe(manufacturer);
  });

  it.each([
    ['a Dell tag, which is detected', '7XK2P93'],
    ['a Cisco serial, which is detected', 'FOC2451X0AB'],
    ['a named manufacturer', 'Lenovo PF3ABCDE'],
    ['eight characters with an unknown prefix', 'QX3ABCDE'],
    ['eight letters that can be pronounced', 'SPECTRUM'],
    ['eight letters with an unknown prefix', 'QXTREWQZ'],
    ['an invalid week', '5CG9723ZZX'],
    ['an HPE server, which HP does not know', 'MXQ1234BCD'],
    ['a Dell part', 'CN0ABC12'],
    ['a placeholder', 'To be filled by O.E.M.'],
    ['a model', 'ThinkPad T14'],
    ['nothing', ''],
    ['anything else', 'QX-77-00-1B-C9-Z'],
  ])('suggests nothing for %s', (_, text) => expect(suggestManufacturer(text)).toBeNull());
});
