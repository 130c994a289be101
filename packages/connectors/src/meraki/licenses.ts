import { meraki } from '@warranty/contracts/vendors/meraki';
import { fillPath } from '../fill-path.ts';
import type { MerakiApi } from './api.ts';
import { type Device, type License, type Organization, readDeviceLicenses, readOverview } from './reply.ts';

const { paths } = meraki;

/**
 * Reads the licenses of one organization's devices during one lookup. Data shared by all devices is requested once. Null if
 * Meraki does not report a license, which is not the same as no license.
 */
export function createLicensesOf(api: MerakiApi, { id, licensing }: Organization) {
  const organization = { organizationId: encodeURIComponent(id) };
  let shared: Promise<License[] | null> | null = null;

  async function fetchForDevice(serial: string): Promise<License[] | null> {
    const rows: unknown[] = [];
    const query = new URLSearchParams({ deviceSerial: serial });
    const outcome = await api.readList(`${fillPath(paths.licenses, organization)}?${query}`, (page) => {
      rows.push(...page);
      return 'more';
    });
    return outcome === 'whole' ? readDeviceLicenses(rows, serial.toUpperCase()) : null;
  }

  async function fetchAll(): Promise<License[] | null> {
    const license = readOverview(await api.readOne(fillPath(paths.licensesOverview, organization)));
    return license && [license];
  }

  return async (device: Device): Promise<License[] | null> => {
    const { licenseExpirationDate: endsAt, serial } = device;
    if (endsAt !== null) return [{ activatedAt: null, endsAt }];
    if (licensing === 'per-device') return fetchForDevice(serial);
    // These calls do not show which devices a subscription is assigned to, so its end is left open.
    if (licensing === 'subscription') return [{ activatedAt: null, endsAt: null }];
    shared ??= fetchAll();
    return shared;
  };
}
