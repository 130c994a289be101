// Generates a device for any serial, from only the serial and the day.

import { pickCoverageSpan, pickCoverageState, type Span } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import { MODELS, type Offer, offer, type Product, productOf, unknownRow, type WarrantyRow } from './row.ts';

const SETUP_DAYS = 90;

export function generatedRow(serial: string, today: number): WarrantyRow {
  const random = randomFor(serial);
  const fate = pickCoverageState(random, serial.startsWith('SMP'));
  if (fate === 'unknown') return unknownRow(serial);
  const span = pickCoverageSpan(random, fate, today);
  const product = drawProduct(random, serial);
  return { product, offers: fate === 'no-cover' ? [] : drawOffers(random, span) };
}

function drawProduct(random: Random, serial: string): Product {
  const product: Product = productOf(
    serial,
    random.pick(MODELS),
    random.pick(['US', 'US', 'GB', 'DE', 'JP']),
  );
  if (random.chance(0.1)) product.productNumber = null;
  if (random.chance(0.03)) product.productDescription = null;
  if (random.chance(0.05)) product.countryCode = null;
  return product;
}

/** The hardware coverage first, then the services sold with it; sent in any order. */
function drawOffers(random: Random, span: Span): Offer[] {
  return random.shuffle([...drawHardware(random, span), ...drawSupport(random, span)]);
}

function drawHardware(random: Random, { from, to, years }: Span): Offer[] {
  const base = random.pick(['onsite', 'depot']);
  if (years === 1 || random.chance(0.4)) return [offer(base, from, to)];
  const carePack = random.pick(['carePack', 'carePackTravel']);
  return [offer(base, from, addYears(from, 1)), offer(carePack, from, to)];
}

function drawSupport(random: Random, { from, to }: Span): Offer[] {
  const list: Offer[] = [];
  if (random.chance(0.5)) list.push(offer('setup', from, from + SETUP_DAYS));
  if (random.chance(0.1)) list.push(offer('setupByPhone', from, addYears(to, random.int(1, 6))));
  if (random.chance(0.06)) list.push(offer('carePack', null, null));
  return list;
}
