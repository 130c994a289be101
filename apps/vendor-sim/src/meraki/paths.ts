// Handlers for each path, for a caller with a valid key.
import { dayOf } from '../dates.ts';
import { drifted } from '../drift.ts';
import { isSelected } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import type { VendorState } from '../vendor.ts';
import { type Device, inventoryRow, networkRow } from './device.ts';
import { deviceOf, devicesOf } from './devices.ts';
import { errors } from './errors.ts';
import { licensesOf, overviewOf } from './licenses.ts';
import { ORGANIZATIONS, type Organization, organizationRow } from './organizations.ts';
import { pageAnswer } from './page.ts';

const RENAMES = { licenseExpirationDate: 'licenseEndDate', expirationDate: 'endDate' };
const MAX_ORGANIZATIONS = 9000;
const MAX_DEVICES = 5000;
const MAX_ROWS = 1000;

interface Ask {
  call: Call;
  organization: Organization;
  /** Taken from the path. */
  serial: string;
  state: VendorState;
}

type Handler = (ask: Ask) => Answer;

const OF_ORGANIZATION: [RegExp, Handler][] = [
  [/^inventory\/devices$/, inventoryAnswer],
  [/^inventory\/devices\/(?<serial>[^/]+)$/, oneDeviceAnswer],
  [/^devices$/, networkAnswer],
  [/^licenses$/, licensesAnswer],
  [/^licenses\/overview$/, overviewAnswer],
];

export interface Place {
  /** Empty for the list of organizations. */
  organizationId: string;
  serial: string;
  answer(call: Call, state: VendorState): Answer;
}

/** Undefined if there is no such path. */
export function placeOf(path: string): Place | undefined {
  if (path === '/organizations') return { organizationId: '', serial: '', answer: organizationsAnswer };
  const [, organizationId = '', rest = ''] = /^\/organizations\/([^/]+)\/(.+)$/.exec(path) ?? [];
  for (const [pattern, handler] of OF_ORGANIZATION) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const serial = found.groups?.serial?.toUpperCase() ?? '';
    return {
      organizationId,
      serial,
      answer: (call, state) =>
        inOrganization(organizationId, (organization) => handler({ call, organization, serial, state })),
    };
  }
  return undefined;
}

function inOrganization(id: string, answer: (organization: Organization) => Answer): Answer {
  const organization = ORGANIZATIONS.find((each) => each.id === id);
  if (!organization) return errors(404, 'There is no such organization');
  return organization.isOpen ? answer(organization) : errors(403, 'The API of this organization is disabled');
}

function organizationsAnswer(call: Call): Answer {
  const entries = ORGANIZATIONS.map((each) => ({ key: each.id, row: organizationRow(each) }));
  return pageAnswer(call, entries, MAX_ORGANIZATIONS);
}

function wantedDevices({ call, organization, state }: Ask): Device[] {
  return devicesOf({ organization, mode: state.mode, now: state.clock(), query: call.query }).filter(
    ({ serial }, index) => !isSelected(state.faults.missingSerials, serial, index),
  );
}

function inventoryAnswer(ask: Ask): Answer {
  const entries = wantedDevices(ask).map((device, index) => ({
    key: device.serial,
    row: sentRow(device, index, ask),
  }));
  return pageAnswer(ask.call, entries, MAX_ROWS);
}

function sentRow(device: Device, index: number, { state: { faults } }: Ask): object {
  const { serial } = device;
  return isSelected(faults.malformedSerials, serial, index)
    ? { serial, model: null, licenseExpirationDate: { date: 'unavailable' } }
    : drifted(inventoryRow(device), RENAMES, faults);
}

function oneDeviceAnswer(ask: Ask): Answer {
  const { serial, organization, state } = ask;
  const device = deviceOf(serial, state.mode, state.clock());
  const isHere = device?.organization === organization && !isSelected(state.faults.missingSerials, serial, 0);
  return isHere ? json(200, sentRow(device, 0, ask)) : errors(404, 'The device is not in the inventory');
}

function networkAnswer(ask: Ask): Answer {
  const inNetworks = wantedDevices(ask).filter(({ networkId }) => networkId !== null);
  const entries = inNetworks.map((device) => ({ key: device.serial, row: networkRow(device) }));
  return pageAnswer(ask.call, entries, MAX_DEVICES);
}

function licensesAnswer(ask: Ask): Answer {
  const { call, organization, state } = ask;
  if (organization.licensing !== 'per-device') {
    return errors(400, 'This organization has no licenses per device');
  }
  const serial = call.query.get('deviceSerial')?.toUpperCase();
  const query = new URLSearchParams(serial === undefined ? {} : { 'serials[]': serial });
  const licenses = wantedDevices({ ...ask, call: { ...call, query } }).flatMap((device) =>
    licensesOf(device, dayOf(state.clock())),
  );
  const entries = licenses.map((each) => ({ key: each.id, row: drifted(each, RENAMES, state.faults) }));
  return pageAnswer(call, entries, MAX_ROWS);
}

function overviewAnswer(ask: Ask): Answer {
  const { organization, state } = ask;
  const now = state.clock();
  const devices = devicesOf({ organization, mode: state.mode, now, query: new URLSearchParams() });
  return json(200, drifted(overviewOf(organization, devices, dayOf(now)), RENAMES, state.faults));
}
