// Handlers for each path, for a caller with a valid token.
import { drifted } from '../drift.ts';
import { isSelected } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import type { VendorState } from '../vendor.ts';
import type { Coverage } from './coverage.ts';
import { type Device, deviceResource } from './device.ts';
import { deviceOf, listedDevices } from './devices.ts';
import { problem } from './errors.ts';
import { originOf, pageAnswer } from './page.ts';

const RENAMES = { endDateTime: 'coverageEndDateTime' };

interface Ask {
  call: Call;
  state: VendorState;
}

export interface Place {
  /** Empty for the list of devices. */
  serial: string;
  answer(ask: Ask): Answer;
}

/** Undefined if there is no such path. */
export function placeOf(path: string): Place | undefined {
  const [found, given, relation] = /^\/v1\/orgDevices(?:\/([^/]+)(\/appleCareCoverage)?)?$/.exec(path) ?? [];
  if (found === undefined) return undefined;
  if (given === undefined) return { serial: '', answer: listAnswer };
  const serial = given.toUpperCase();
  const handler = relation === undefined ? deviceAnswer : coverageAnswer;
  return { serial, answer: (ask) => forDevice(serial, ask, handler) };
}

function forDevice(serial: string, ask: Ask, answer: (device: Device, ask: Ask) => Answer): Answer {
  const { faults, mode, clock } = ask.state;
  const device = isSelected(faults.missingSerials, serial, 0) ? undefined : deviceOf(serial, mode, clock());
  return device ? answer(device, ask) : problem(404, `There are no orgDevices with the id ${serial}`);
}

function listAnswer({ call, state }: Ask): Answer {
  const devices = listedDevices(state.mode, state.clock()).filter(
    ({ serial }, index) => !isSelected(state.faults.missingSerials, serial, index),
  );
  return pageAnswer(
    call,
    devices.map((device) => deviceResource(device, originOf(call))),
  );
}

function deviceAnswer(device: Device, { call, state }: Ask): Answer {
  const data = isSelected(state.faults.malformedSerials, device.serial, 0)
    ? { type: 'orgDevices', id: device.serial, attributes: 'unavailable' }
    : deviceResource(device, originOf(call));
  return json(200, { data, links: { self: `${originOf(call)}${call.path}` } });
}

function coverageAnswer({ serial, coverage }: Device, { call, state: { faults } }: Ask): Answer {
  const rows = isSelected(faults.malformedSerials, serial, 0)
    ? [{ type: 'appleCareCoverage', id: serial, attributes: 'unavailable' }]
    : coverage.map((row) => sentRow(row, faults));
  return pageAnswer(call, rows);
}

function sentRow({ attributes, ...row }: Coverage, faults: VendorState['faults']): object {
  return { ...row, attributes: drifted(attributes, RENAMES, faults) };
}
