// Devices of every vendor, with the end of their coverage by a rule that is independent of the code that generates them.

import * as apple from '../src/apple/devices.ts';
import { SAMPLES as APPLE } from '../src/apple/samples.ts';
import type { Mode, Sample } from '../src/catalog.ts';
import * as cisco from '../src/cisco/devices.ts';
import { SAMPLES as CISCO } from '../src/cisco/samples.ts';
import * as dell from '../src/dell/devices.ts';
import { SAMPLES as DELL } from '../src/dell/samples.ts';
import * as hp from '../src/hp/devices.ts';
import { SAMPLES as HP } from '../src/hp/samples.ts';
import * as lenovo from '../src/lenovo/devices.ts';
import { SAMPLES as LENOVO } from '../src/lenovo/samples.ts';
import { inventoryRow } from '../src/meraki/device.ts';
import * as meraki from '../src/meraki/devices.ts';
import { SAMPLES as MERAKI } from '../src/meraki/samples.ts';
import type { VendorId } from '../src/vendors.ts';

type Ends = (string | null | undefined)[];

interface Fleet {
  samples: readonly Sample<unknown>[];
  /** The format of the samples' serials. */
  form: RegExp;
  /** Serials from four characters: one of the vendor's own, and one in the reserved format. */
  own(four: string): string;
  reserved(four: string): string;
  /** Serials that do not exist in any mode. */
  malformed: string[];
  /** The ends of what covers the hardware; undefined if the serial is unknown. */
  endsOf(serial: string, mode: Mode, now: number): Ends | undefined;
}

export const FLEETS: Record<VendorId, Fleet> = {
  dell: {
    samples: DELL,
    form: /^(?!SMP)[0-9A-Z]{7}$/,
    own: (four) => `GJ2${four}`,
    reserved: (four) => `SMP${four}`,
    malformed: ['ABC1', 'ABC123', 'ABC12345', 'AB-1234', 'SMP12345'],
    endsOf(serial, mode, now) {
      const { invalid, entitlements = [] } = dell.deviceRow(serial, mode, now);
      const hardware = entitlements.filter(
        ({ serviceLevelCode: code, serviceLevelDescription: text }) =>
          !['D', 'DL', 'PJ', 'PR', 'KK', 'AD', 'CC'].includes(code ?? '') &&
          !/digital delivery|hard drive|accidental|complete care/i.test(text ?? ''),
      );
      return invalid ? undefined : hardware.map(({ endDate }) => endDate);
    },
  },
  hp: {
    samples: HP,
    form: /^SIM412[0-9A-Z]{4}$/,
    own: (four) => `5CG412${four}`,
    reserved: (four) => `SMP000${four}`,
    malformed: ['5CG412100', '5CG41210000', 'SMP000000'],
    endsOf(serial, mode, now) {
      const { product, offers = [] } = hp.deviceRow(serial, mode, now);
      const hardware = offers.filter((each) => !/setup support/i.test(each.offerDescription ?? ''));
      return product && hardware.map((each) => each.serviceObligationLineItemEndDate);
    },
  },
  lenovo: {
    samples: LENOVO,
    form: /^SIM[0-9A-Z]{5}$/,
    own: (four) => `PF0A${four}`,
    reserved: (four) => `SMP0${four}`,
    malformed: ['90010000', 'PF1000', 'PF0AB1000'],
    endsOf(serial, mode, now) {
      const row = lenovo.deviceRow(serial, mode, now);
      if ('Code' in row) return undefined;
      const lines = (row.Warranty ?? []).filter((line) => line.Category !== 'COMPONENT');
      const contracts = (row.Contract ?? []).filter(({ Status }) => Status === 'Active');
      return [...lines, ...contracts].map(({ End }) => End);
    },
  },
  cisco: {
    samples: CISCO,
    form: /^SIM2712(?:[0-9A-Z]{4}|LONGSERIALNUMBER0001)$/,
    own: (four) => `FOC2712${four}`,
    reserved: (four) => `SMP2712${four}`,
    malformed: ['FOC27541000', 'FOC27001000', 'FO227121000', 'FOC2712100', 'FOC271210000', 'SMP27999999'],
    endsOf(serial, mode, now) {
      const row = cisco.deviceRow(serial, mode, now);
      return 'ErrorResponse' in row ? undefined : [row.covered_product_line_end_date, row.warranty_end_date];
    },
  },
  meraki: {
    samples: MERAKI,
    form: /^QSIM-[A-Z]{4}-000\d$/,
    own: (four) => `Q2AB-12CD-${four}`,
    reserved: (four) => `Q2SM-0000-${four}`,
    malformed: ['Q2AB12CD3456', 'X2AB-12CD-3456', 'Q2AB-12CD-345'],
    endsOf(serial, mode, now) {
      const device = meraki.deviceOf(serial, mode, now);
      const row = device && (inventoryRow(device) as { licenseExpirationDate: string | null });
      return row && [row.licenseExpirationDate];
    },
  },
  apple: {
    samples: APPLE,
    form: /^(?:C02SIM[A-Z]{4}A1|SIMQ[A-Z]{4}10)$/,
    own: (four) => `C02XK1${four}LV`,
    reserved: (four) => `SMP0AAAA${four}`,
    malformed: ['K7QX2F100', 'C02XK1100LVXX', 'C02XK1-100LV'],
    endsOf: (serial, mode, now) =>
      apple.deviceOf(serial, mode, now)?.coverage.map(({ attributes: row }) => {
        if (row.isCanceled) return row.contractCancelDateTime;
        return row.paymentType === 'ABE_SUBSCRIPTION' ? '9999-12-31T00:00:00Z' : row.endDateTime;
      }),
  },
};
