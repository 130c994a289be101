// The listed serials: one for every case that a client must handle, with dates relative to the clock.
import { type Make as MakeOf, offered, type Sample, sample } from '../catalog.ts';
import { addYears } from '../dates.ts';
import { type Device, device } from './device.ts';
import { CLOSED, CO_TERM, PER_DEVICE, SUBSCRIPTION } from './organizations.ts';

type MerakiSample = Sample<Device | undefined>;
type Make = MakeOf<Device | undefined>;
type Of = (today: number) => Partial<Device>;

function having(of: Of): Make {
  return (today, serial) => device(serial, today, of(today));
}

/** A device in the organization with per-device licensing. */
function licensedUntil(dayOfEnd: (today: number) => number, more: Of = () => ({})): Make {
  return having((today) => ({ organization: PER_DEVICE, licenseEnd: dayOfEnd(today), ...more(today) }));
}

const inTwoYears = (today: number) => addYears(today, 2);

const STATUS_SAMPLES: MerakiSample[] = [
  offered('QSIM-ACTV-0001', 'active', 'License active, ends in 2 years', licensedUntil(inTwoYears)),
  offered(
    'QSIM-EXPR-0001',
    'expiring',
    'License expiring within two weeks',
    licensedUntil((today) => today + 10),
  ),
  offered(
    'QSIM-EXPD-0001',
    'expired-long-ago',
    'License expired 4 years ago',
    licensedUntil(
      (today) => addYears(today, -4),
      (today) => ({ claimed: addYears(today, -7) }),
    ),
  ),
  sample(
    'QSIM-TDAY-0001',
    'ends-today',
    'License ends today',
    licensedUntil((today) => today),
  ),
  sample(
    'QSIM-YSTR-0001',
    'expired-yesterday',
    'License expired yesterday',
    licensedUntil((today) => today - 1),
  ),
  sample(
    'QSIM-NONE-0001',
    'unlicensed',
    'Claimed, without a license',
    having(() => ({ organization: PER_DEVICE })),
  ),
  sample('QSIM-UNKN-0001', 'unknown', 'In no organization', () => undefined),
  sample(
    'QSIM-CLSD-0001',
    'closed-organization',
    'In an organization closed to the API',
    having(() => ({
      organization: CLOSED,
    })),
  ),
];

const LICENSE_SAMPLES: MerakiSample[] = [
  sample(
    'QSIM-QUEU-0001',
    'queued-license',
    'Another license queued',
    licensedUntil(inTwoYears, () => ({
      hasQueuedLicense: true,
    })),
  ),
  sample(
    'QSIM-CTRM-0001',
    'co-term',
    'License end shared by all',
    having(() => ({ organization: CO_TERM })),
  ),
  sample(
    'QSIM-CTRM-0002',
    'co-term-end-in-overview',
    'License end shared, not on the device',
    having(() => ({
      organization: CO_TERM,
      licenseEnd: null,
    })),
  ),
  sample(
    'QSIM-SUBS-0001',
    'subscription',
    'Subscription with an end',
    having((today) => ({
      organization: SUBSCRIPTION,
      licenseEnd: inTwoYears(today),
    })),
  ),
  sample(
    'QSIM-SUBS-0002',
    'subscription-without-end',
    'Subscription without an end date',
    having(() => ({
      organization: SUBSCRIPTION,
    })),
  ),
];

const FIELD_SAMPLES: MerakiSample[] = [
  offered(
    'QSIM-EOSP-0001',
    'end-of-support-past',
    'License active, hardware past end of support',
    licensedUntil(inTwoYears, (today) => ({
      eox: { status: 'endOfSupport', endOfSale: addYears(today, -6), endOfSupport: addYears(today, -1) },
    })),
  ),
  sample(
    'QSIM-EOSL-0001',
    'end-of-support-ahead',
    'License active, support ends in 3 years',
    licensedUntil(inTwoYears, (today) => ({
      eox: { status: 'endOfSale', endOfSale: addYears(today, -2), endOfSupport: addYears(today, 3) },
    })),
  ),
  sample(
    'QSIM-SHLF-0001',
    'not-in-a-network',
    'On the shelf',
    licensedUntil(inTwoYears, () => ({
      networkId: null,
    })),
  ),
  sample(
    'QSIM-NCLM-0001',
    'claim-date-null',
    'Date of the claim not known',
    licensedUntil(inTwoYears, () => ({
      claimed: null,
    })),
  ),
  sample(
    'QSIM-NULL-0001',
    'all-optional-null',
    'Every optional field null',
    having(() => ({
      organization: SUBSCRIPTION,
      claimed: null,
      networkId: null,
      instead: { name: null, orderNumber: null, productType: null, countryCode: null, eox: null },
    })),
  ),
  sample(
    'QSIM-FEWF-0001',
    'optional-fields-absent',
    'Optional fields missing',
    licensedUntil(inTwoYears, () => ({
      instead: {
        mac: undefined,
        name: undefined,
        orderNumber: undefined,
        claimedAt: undefined,
        productType: undefined,
        countryCode: undefined,
        tags: undefined,
        details: undefined,
        eox: undefined,
      },
    })),
  ),
];

export const SAMPLES: readonly MerakiSample[] = [...STATUS_SAMPLES, ...LICENSE_SAMPLES, ...FIELD_SAMPLES];
