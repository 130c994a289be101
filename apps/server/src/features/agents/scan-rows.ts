import type { ScannedDevice } from '@warranty/contracts/agent-scan';
import { isPlaceholder } from '@warranty/domain/identifiers';
import { AppError } from '../../platform/http/app-error.ts';
import type { NewDevice } from './discoveries.store.ts';

/** Characters that move or hide others, and characters that PostgreSQL does not accept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const plainText = /^[\w.,:;()@/-][\w .,:;()@/-]*$/;

/** Untrusted text, truncated and printable. */
export function printable(text: string, most: number): string {
  if (text.length <= most && plainText.test(text)) return text.trimEnd();
  const whole = text.toWellFormed().replace(unprintable, '\ufffd').trim();
  return whole.slice(0, most).toWellFormed();
}

/** Undefined if empty, which keeps it out of the JSON sent to the database. */
const optionalText = (text: string | null | undefined, most = 200) =>
  text ? printable(text, most) || undefined : undefined;

/** `0-1A-2B-3-4-5` becomes `00:1a:2b:03:04:05`. */
function normalizeMac(mac: string): string {
  const parts = mac.length === 17 ? [mac.replaceAll('-', ':')] : mac.split(/[:-]/);
  return parts
    .map((part) => part.padStart(2, '0'))
    .join(':')
    .toLowerCase();
}

const asWeWriteIt = /\.\d{3}Z$/;
const hasZone = /(?:Z|[+-]\d\d:\d\d)$/;

/** The devices of a scan usually have the same time, or one of a few. */
let lastRead = { stamp: '', utc: '' };

/** A timestamp without a zone is UTC. An invalid date is rejected. */
export function inUtc(stamp: string, path: string): string {
  if (stamp !== lastRead.stamp) lastRead = { stamp, utc: readUtc(stamp, path) };
  return lastRead.utc;
}

function readUtc(stamp: string, path: string): string {
  const instant = new Date(hasZone.test(stamp) ? stamp : `${stamp}Z`);
  if (Number.isNaN(instant.getTime()))
    throw new AppError('invalid_request', { details: [{ path, message: 'Invalid date or time.' }] });
  return asWeWriteIt.test(stamp) && stamp.length === 24 ? stamp : instant.toISOString();
}

/** BIOS placeholders do not count as serial numbers. */
function ownSerial(serial: string | undefined): string | undefined {
  return serial && !isPlaceholder(serial) ? serial : undefined;
}

/** Ascending, without duplicates. */
function portsAsText(ports: number[]): string {
  const inOrder = ports.every((port, index) => index === 0 || port > (ports[index - 1] as number));
  return JSON.stringify(inOrder ? ports : [...new Set(ports)].sort((a, b) => a - b));
}

export function toRow(device: ScannedDevice, at: number, agentId: string): NewDevice {
  return {
    ip: device.ip,
    hostname: optionalText(device.hostname, 255),
    mac: device.mac ? normalizeMac(device.mac) : undefined,
    open_ports: portsAsText(device.open_ports),
    timestamp: inUtc(device.timestamp, `body.devices.${at}.timestamp`),
    agent_id: device.agent_id === agentId ? undefined : printable(device.agent_id, 200),
    vendor: optionalText(device.vendor),
    manufacturer: optionalText(device.manufacturer),
    model: optionalText(device.model),
    serial: ownSerial(optionalText(device.serial, 100)),
    serial_source: optionalText(device.serial_source, 50),
    uuid: optionalText(device.uuid, 100),
    os: optionalText(device.os),
  };
}
