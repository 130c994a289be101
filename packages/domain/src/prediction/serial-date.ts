import { monthOfWeek, monthOfYear } from './months.ts';

export interface SerialDate {
  manufacturer: string;
  /** Possible months of manufacture: a single year digit can mean several decades. */
  candidates: number[];
}

const appleHalves = 'CDFGHJKLMNPQRSTVWXYZ';
const appleWeeks = '123456789CDFGHJKLMNPQRTVWXY';
const months = '123456789ABC';
const cisco = /^[A-Z]{3}\d{4}[0-9A-Z]{4}$/;
const hp = /^(?=.{0,2}[A-Z])[0-9A-Z]{3}\d(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}$/;
const ppid = /^[A-Z]{2}0[0-9A-Z]{10}\d[1-9A-C][1-9A-V][0-9A-Z]{4}(?:[A-Z]\d{2})?$/;
const acer = /^[0-9A-Z]{10}\d(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{9}$/;
const maxLength = 40;

/** All years with this last digit since the format was introduced. */
const decades = (digit: number, since: number) =>
  [1990, 2000, 2010, 2020, 2030].map((decade) => decade + digit).filter((year) => year >= since);

function ciscoDate(serial: string): number[] {
  const week = Number(serial.slice(5, 7));
  return week >= 1 && week <= 53 ? [monthOfWeek(1996 + Number(serial.slice(3, 5)), week)] : [];
}

function appleDate(serial: string): number[] {
  if (serial.length === 12) {
    const half = appleHalves.indexOf(serial.charAt(3));
    const week = appleWeeks.indexOf(serial.charAt(4));
    if (half < 0 || week < 0) return [];
    const first = monthOfWeek(2010 + Math.floor(half / 2), week + 1 + (half % 2) * 26);
    return half <= 2 ? [first, first + 120] : [first];
  }
  const parts = /^[0-9A-Z]{2}(\d)(0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{6}$/.exec(serial);
  if (!parts) return [];
  const digit = Number(parts[1]);
  return [monthOfWeek((digit >= 3 ? 2000 : 2010) + digit, Number(parts[2]))];
}

const dellPart = (serial: string) =>
  decades(Number(serial.charAt(13)), 2003).map(
    (year) => monthOfYear(year) + months.indexOf(serial.charAt(14)) + 0.5,
  );

function candidatesOf(manufacturer: string | null, serial: string): [string, number[]] | null {
  if ((manufacturer === 'cisco' || manufacturer === null) && cisco.test(serial))
    return ['Cisco', ciscoDate(serial)];
  if ((manufacturer === 'dell' || manufacturer === null) && ppid.test(serial))
    return ['Dell', dellPart(serial)];
  if ((manufacturer === 'hp' || manufacturer === 'hpe') && hp.test(serial)) {
    const week = Number(serial.slice(4, 6));
    return ['HP', decades(Number(serial.charAt(3)), 2003).map((year) => monthOfWeek(year, week))];
  }
  if (manufacturer === 'apple') return ['Apple', appleDate(serial)];
  if (manufacturer === 'acer' && acer.test(serial)) {
    const week = Number(serial.slice(11, 13));
    return ['Acer', decades(Number(serial.charAt(10)), 2003).map((year) => monthOfWeek(year, week))];
  }
  return null;
}

/** The date of manufacture in a serial number; null if it contains none. `now` is in months. */
export function readSerialDate(manufacturer: string | null, text: string, now: number): SerialDate | null {
  if (text.length > maxLength) return null;
  const serial = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const found = candidatesOf(manufacturer, serial);
  const candidates = found?.[1].filter((month) => month <= now + 1) ?? [];
  return found && candidates.length > 0 ? { manufacturer: found[0], candidates } : null;
}
