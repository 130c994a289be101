import type { Random } from './random.ts';

/** Serial numbers in the manufacturers' published formats. They belong to no real device. */

const letters = '0123456789BCDFGHJKLMNPQRSTVWXYZ';
const appleHalves = 'CDFGHJKLMNPQRSTVWXYZ';
const appleWeeks = '123456789CDFGHJKLMNPQRTVWXY';
const partMonths = '123456789ABC';

const text = (random: Random, length: number) =>
  Array.from({ length }, () => letters.charAt(random.below(letters.length))).join('');

const two = (number: number) => String(number).padStart(2, '0');

/** `made` is months since January 1998. */
export function serialFor(random: Random, manufacturer: string, isMonitor: boolean, made: number): string {
  const year = 1998 + Math.floor(made / 12);
  const part = made / 12 - Math.floor(made / 12);
  const week = Math.min(52, Math.floor(part * 52.18) + 1);
  if (manufacturer === 'HP')
    return `${random.pick(['5CG', '5CD', 'CND', '8CG', '3CM', 'CNK'])}${year % 10}${two(week)}${text(random, 4)}`;
  if (manufacturer === 'Cisco')
    return `${random.pick(['FOC', 'FCW', 'FDO', 'FJC'])}${two(year - 1996)}${two(week)}${text(random, 4)}`;
  if (manufacturer === 'Apple') {
    if (year + part >= 2021.4) return text(random, 10);
    const half = ((year - 2010) * 2 + (week > 26 ? 1 : 0)) % 20;
    const code = appleHalves.charAt(half) + appleWeeks.charAt((week - 1) % 26);
    return `${random.pick(['C02', 'C1M', 'FVF'])}${code}${text(random, 7)}`;
  }
  if (manufacturer === 'Dell' && isMonitor) {
    const date = `${year % 10}${partMonths.charAt(Math.floor(part * 12))}${1 + random.below(9)}`;
    return `CN0${text(random, 5)}${String(random.below(100_000)).padStart(5, '0')}${date}${text(random, 4)}`;
  }
  if (manufacturer === 'Dell') return text(random, 7);
  return manufacturer === 'Lenovo' ? random.pick(['PF', 'PC', 'R9']) + text(random, 6) : text(random, 12);
}
