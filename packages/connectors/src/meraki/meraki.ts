import { meraki } from '@warranty/contracts/vendors/meraki';
import { assertBatchSize } from '../batch.ts';
import { unexpectedReply } from '../call.ts';
import type { ApiKey, Connector, ConnectorOptions } from '../connector.ts';
import { fillPath } from '../fill-path.ts';
import { type VendorAnswer, VendorError } from '../outcome.ts';
import { createMerakiApi, type ListOutcome } from './api.ts';
import { createLicensesOf } from './licenses.ts';
import { createOrganizationSource } from './organizations.ts';
import { type Device, type Organization, readDevices, toAnswer } from './reply.ts';

const { paths } = meraki;

type Answers = Map<string, VendorAnswer>;

/** Dashboard API v1. Meraki knows licenses, not warranties, and only for devices that the keys' organizations have claimed. */
export function createMeraki(options: ConnectorOptions<ApiKey>): Connector {
  const api = createMerakiApi(options);
  const organizations = createOrganizationSource(api, options.now);

  async function findDevices(
    { id }: Organization,
    serials: readonly string[],
  ): Promise<{ devices: Map<string, Device | null>; outcome: ListOutcome }> {
    const query = new URLSearchParams({ perPage: '1000' });
    for (const serial of serials) query.append('serials[]', serial);
    const path = `${fillPath(paths.inventory, { organizationId: encodeURIComponent(id) })}?${query}`;
    const devices = new Map<string, Device | null>();
    let hasNameless = false;
    const outcome = await api.readList(path, (rows) => {
      const page = readDevices(rows);
      hasNameless ||= page.hasNameless;
      for (const serial of serials) {
        const device = page.devices.get(serial.toUpperCase());
        if (device !== undefined && !devices.has(serial)) devices.set(serial, device);
      }
      return devices.size === serials.length ? 'enough' : 'more';
    });
    return { devices, outcome: outcome === 'whole' && hasNameless ? 'partial' : outcome };
  }

  async function lookIn(
    organization: Organization,
    serials: readonly string[],
    answers: Answers,
  ): Promise<ListOutcome> {
    const { devices, outcome } = await findDevices(organization, serials);
    const licensesOf = createLicensesOf(api, organization);
    for (const [serial, device] of devices) {
      const licenses = device && (await licensesOf(device));
      answers.set(serial, device && licenses ? toAnswer(device, licenses) : { kind: 'unexpected' });
    }
    return outcome;
  }

  return {
    async lookup(serials) {
      assertBatchSize(meraki, serials);
      if (serials.length === 0) return new Map();
      const { list, isComplete } = await organizations.get();
      const answers: Answers = new Map();
      const outcomes: ListOutcome[] = [];
      for (const organization of list.filter(({ apiEnabled }) => apiEnabled)) {
        const missing = serials.filter((serial) => !answers.has(serial));
        if (missing.length === 0) break;
        outcomes.push(await lookIn(organization, missing, answers));
      }
      if (list.length > 0) assertAnyReadable(outcomes);
      // Unread rows may include the device, so only a complete search proves that it does not exist.
      const searchedAll =
        isComplete && !outcomes.some((outcome) => outcome === 'partial' || outcome === 'unreadable');
      const absent = searchedAll ? 'not-known' : 'unexpected';
      return new Map(serials.map((serial) => [serial, answers.get(serial) ?? { kind: absent }]));
    },
    async checkKeys() {
      await organizations.refresh();
    },
  };
}

/** Skips an organization that the keys cannot access. If they cannot access any, there is no answer for any device. */
function assertAnyReadable(outcomes: readonly ListOutcome[]): void {
  if (outcomes.some((outcome) => outcome === 'whole' || outcome === 'partial')) return;
  if (outcomes.includes('unreadable')) throw unexpectedReply();
  throw new VendorError('key-refused', 'the keys have no inventory access');
}
