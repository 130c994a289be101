const daySeconds = 24 * 60 * 60;
/** 9999-12-31 in the epoch of 1900. */
const lastSerial = 2_958_465;
/** The day that Lotus 1-2-3 believed to exist, and Excel since then. */
const notADay = 60;
const epoch1904Days = 1462;
const isoDate = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?Z?)?$/;

const twoDigits = (value: number) => String(value).padStart(2, '0');

function timeOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return [Math.floor(minutes / 60), minutes % 60, seconds % 60].map(twoDigits).join(':');
}

function dayOf(serial: number): string {
  if (serial === notADay) return '1900-02-29';
  const days = serial > notADay ? serial - 1 : serial;
  return new Date(Date.UTC(1900, 0, days)).toISOString().slice(0, 10);
}

/** yyyy-mm-dd, with hh:mm:ss if it has a time. Null if the number is not a date. */
export function readSerialDate(text: string, is1904: boolean): string | null {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) return null;
  const rounded = Math.round(value * daySeconds);
  const seconds = rounded % daySeconds;
  const serial = (rounded - seconds) / daySeconds + (is1904 ? epoch1904Days : 0);
  if (serial > lastSerial) return null;
  if (serial === 0) return timeOf(seconds);
  return seconds === 0 ? dayOf(serial) : `${dayOf(serial)} ${timeOf(seconds)}`;
}

/** hh:mm:ss; more than 24 hours if the cell shows a duration. */
export function readSerialTime(text: string, isElapsed: boolean): string | null {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0 || value > lastSerial) return null;
  const seconds = Math.round(value * daySeconds);
  return timeOf(isElapsed ? seconds : seconds % daySeconds);
}

/** A date that is stored as text in ISO 8601. */
export function readIsoDate(text: string): string {
  const [, day, time] = isoDate.exec(text) ?? [];
  if (day === undefined) return text;
  const full = time?.length === 5 ? `${time}:00` : time;
  return full === undefined || full === '00:00:00' ? day : `${day} ${full}`;
}

const dayMs = daySeconds * 1000;
/** Day 0 of the epoch of 1900, as it is counted after the day that never was. */
const epoch1900 = Date.UTC(1899, 11, 30);

/** The number of a day, given as yyyy-mm-dd; null if a workbook cannot count it. */
export function serialOf(iso: string, is1904: boolean): number | null {
  const serial = (Date.parse(iso) - epoch1900) / dayMs;
  const first = is1904 ? epoch1904Days : notADay + 1;
  if (!Number.isInteger(serial) || serial < first || serial > lastSerial) return null;
  return is1904 ? serial - epoch1904Days : serial;
}
