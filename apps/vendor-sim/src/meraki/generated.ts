// Generates a device for any serial, from only the serial and the day.

import { type CoverageState, pickCoverageSpan, pickCoverageState } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import { type Device, device, type Eox, MODELS, NO_EOX } from './device.ts';
import { CO_TERM, type Organization, PER_DEVICE, SUBSCRIPTION } from './organizations.ts';

export function generatedDevice(serial: string, today: number): Device | undefined {
  const random = randomFor(serial);
  const fate = pickCoverageState(random, serial.startsWith('Q2SM-'));
  if (fate === 'unknown') return undefined;
  const { from, to } = pickCoverageSpan(random, fate, today);
  const organization = drawOrganization(random, fate);
  const of: Partial<Device> = { organization, model: random.pick(MODELS), claimed: from };
  if (random.chance(0.15)) of.networkId = null;
  if (random.chance(0.15)) of.eox = drawEox(random, today);
  if (organization !== CO_TERM) of.licenseEnd = fate === 'no-cover' ? null : to;
  return device(serial, today, of);
}

/** All devices of a co-term organization share one end date, and it is active. */
function drawOrganization(random: Random, fate: CoverageState): Organization {
  return fate === 'active'
    ? random.pick([PER_DEVICE, CO_TERM, SUBSCRIPTION])
    : random.pick([PER_DEVICE, SUBSCRIPTION]);
}

function drawEox(random: Random, today: number): Eox {
  const endOfSale = today - random.int(-300, 2500);
  const endOfSupport = addYears(endOfSale, 5);
  if (endOfSupport < today) return { status: 'endOfSupport', endOfSale, endOfSupport };
  if (endOfSale < today) return { status: 'endOfSale', endOfSale, endOfSupport };
  return { ...NO_EOX, endOfSale, endOfSupport };
}
