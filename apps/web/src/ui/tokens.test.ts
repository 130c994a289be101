/** Reads the colors of both themes from styles.css and checks each pair in use against WCAG 2.2. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8');

type Linear = readonly [red: number, green: number, blue: number];
interface Color {
  rgb: Linear;
  alpha: number;
}

const TEXT = 4.5;
const SHAPE = 3;

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'control'];
const statuses = ['active', 'expiring', 'expired', 'unknown'];
const inks = ['ink', 'ink-2', 'ink-3'];
const across = (fronts: string[], backs: string[]) =>
  fronts.flatMap((front) => backs.map((back) => [front, back]));

const textPairs = [
  ...across(inks, grounds),
  ...across(['accent', 'accent-strong'], ['canvas', 'surface', 'raised']),
  ...across(['on-accent'], ['accent', 'accent-strong']),
  ['accent-strong', 'accent-soft'],
  ...across(['ink', 'ink-2'], [...statuses.map((status) => `${status}-soft`), 'accent-soft']),
  ...statuses.map((status) => [status, `${status}-soft`]),
  ...across(statuses, ['canvas', 'surface', 'raised']),
  ...across(['danger', 'danger-strong'], ['canvas', 'surface', 'raised', 'expired-soft']),
  ...across(['on-danger'], ['danger', 'danger-strong']),
];
const shapePairs = across(['line-strong', 'accent', 'danger'], ['canvas', 'surface', 'raised', 'control']);

function tokens(selector: string): Map<string, string> {
  const block = css.split(`\n${selector} {`)[1]?.split('\n}')[0];
  if (!block) throw new Error(`styles.css has no block ${selector}`);
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(oklch\([^)]*\));/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function parse(value: string): Color {
  const [lightness = 0, chroma = 0, hue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: Linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return { rgb, alpha };
}

const clip = (channel: number) => Math.min(1, Math.max(0, channel));
const encode = (channel: number) =>
  channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
const decode = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

function luminance([red, green, blue]: Linear): number {
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}

/** Browsers blend in the gamma-encoded color space, not in linear light. */
function over(front: Color, back: Color): Color {
  const blend = (index: 0 | 1 | 2) =>
    decode(front.alpha * encode(clip(front.rgb[index])) + (1 - front.alpha) * encode(clip(back.rgb[index])));
  return { rgb: [blend(0), blend(1), blend(2)], alpha: 1 };
}

function contrast(front: Color, back: Color): number {
  const [light = 0, dark = 0] = [luminance(front.rgb), luminance(back.rgb)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([':root', '.dark'])('colors of %s', (selector) => {
  const values = tokens(selector);
  const color = (name: string) => {
    const value = values.get(name);
    if (!value) throw new Error(`${selector} has no --${name}`);
    return parse(value);
  };

  it.each(textPairs)('%s on %s has enough contrast for text', (front = '', back = '') => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(across(['ink', 'ink-2', 'ink-3', 'accent-strong', 'danger'], ['canvas', 'surface', 'raised']))(
    '%s on %s has enough contrast for text on hover',
    (front = '', back = '') => {
      expect(contrast(color(front), over(color('hover'), color(back)))).toBeGreaterThanOrEqual(TEXT);
    },
  );

  it.each(shapePairs)('%s on %s has enough contrast for shapes', (front = '', back = '') => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(SHAPE);
  });
});

it('both themes define the same colors', () => {
  expect([...tokens('.dark').keys()]).toEqual([...tokens(':root').keys()]);
});
