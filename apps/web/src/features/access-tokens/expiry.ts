import { formatCount } from '../../lib/format/format-number.ts';

export const expiryChoices = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In 1 year' },
  { value: 'date', label: 'On a custom date' },
] as const;
export type ExpiryChoice = (typeof expiryChoices)[number]['value'];

const day = 24 * 60 * 60 * 1000;

/** The instant the token expires; null for never. A date counts until its last millisecond in the user's time zone. */
export function expiryInstant(choice: ExpiryChoice, lastDay: string, now: Date): string | null {
  if (choice === 'never') return null;
  if (choice === 'date') return new Date(`${lastDay}T23:59:59.999`).toISOString();
  return new Date(now.getTime() + Number(choice) * day).toISOString();
}

/** "in 3 days", in the largest unit that fits, rounded down. */
export function timeLeft(instant: string, now: Date): string {
  const left = Date.parse(instant) - now.getTime();
  const hour = day / 24;
  if (left < hour) return 'within an hour';
  const [amount, unit]: [number, string] =
    left < day ? [Math.floor(left / hour), 'hour'] : [Math.floor(left / day), 'day'];
  return `in ${formatCount(amount, unit)}`;
}
