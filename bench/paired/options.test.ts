import { expect, it } from 'vitest';
import { readPairOptions } from './options.ts';

it('returns null without comparison options', () => {
  expect(readPairOptions([])).toBeNull();
  expect(readPairOptions(['--rows', '100', '--seconds=2'])).toBeNull();
});

it('takes its own options and leaves the rest to the measurement', () => {
  const args = ['--rows', '100000', '--against', 'HEAD~3', '--least=0.95', '--seconds=2', '--pairs', '3'];
  expect(readPairOptions(args)).toEqual({
    against: 'HEAD~3',
    pairs: 3,
    least: 0.95,
    rest: ['--rows', '100000', '--seconds=2'],
  });
});

it('defaults to seven pairs and no minimum ratio', () => {
  expect(readPairOptions(['--against', 'main'])).toEqual({
    against: 'main',
    pairs: 7,
    least: null,
    rest: [],
  });
});

it.each([
  ['--against'],
  ['--against', 'main', '--pairs', '0'],
  ['--against', 'main', '--pairs', '2.5'],
  ['--against', 'main', '--least', 'much'],
  ['--least', '0.9'],
])('rejects %s %s %s %s', (...args) => {
  expect(() => readPairOptions(args.filter((each) => each !== undefined))).toThrow();
});
