import { describe, expect, it } from 'vitest';
import { readDescription } from './description.ts';
import { readHistogram } from './histogram.ts';
import { modelKey } from './model-key.ts';
import data from './model-table.json' with { type: 'json' };
import { predictDescription } from './predict.ts';

const now = new Date('2025-01-01');

interface Known {
  manufacturer: string;
  key: string;
  /** Median manufacturing date of its devices, in years. */
  made: number;
}

function medianYear(text: string): number {
  const { first, counts, devices } = readHistogram(text);
  let seen = 0;
  const at = counts.findIndex((count) => {
    seen += count;
    return seen * 2 >= devices;
  });
  return 1998 + (first + at + 0.5) / 4;
}

/** Business laptops in the table with enough devices. */
const known: Known[] = ['dell', 'hp', 'lenovo']
  .flatMap((manufacturer) =>
    (data.laptops[manufacturer as keyof typeof data.laptops] ?? []).map((line) => {
      const [key = '', text = ''] = line.split('|');
      return { manufacturer, key, text };
    }),
  )
  .filter(({ key, text }) => /^[a-z]{3,}.* /.test(key) && readHistogram(text).devices >= 5)
  .map(({ manufacturer, key, text }) => ({ manufacturer, key, made: medianYear(text) }));

const names: Record<string, string> = { dell: 'Dell', hp: 'HP', lenovo: 'Lenovo' };
const titled = (key: string) => key.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const forms: readonly ((model: string, manufacturer: string, at: number) => string)[] = [
  (model, manufacturer, at) => `${manufacturer} ${model} laptop, asset ${String(at).padStart(4, '0')}`,
  (model, manufacturer) => `${manufacturer.toUpperCase()} ${model.toUpperCase()}`,
  (model, manufacturer) => `laptop: ${manufacturer} ${model}, 16 GB RAM, 512 GB SSD, Windows 11 Pro`,
  (model, manufacturer, at) =>
    `${model} (${manufacturer}) Host: pc-${at}, IP: 10.0.${at % 250}.7, MAC: 00:1b:44:11:3a:b7`,
];

const described = Array.from({ length: 400 }, (_, index) => {
  const device = known[(index * 7) % known.length] as Known;
  const form = forms[index % forms.length] as (typeof forms)[number];
  return { ...device, text: form(titled(device.key), names[device.manufacturer] ?? '', index) };
});

const nonsense: readonly string[] = Array.from({ length: 100 }, (_, index) => {
  const kinds = [
    `Host: srv-${index}, IP: 192.168.${index}.1, MAC: 00:1b:44:11:3a:${String(index % 90).padStart(2, '0')}`,
    `the grey one on desk ${index}`,
    `asset ${index}`,
    `qwertz ${index} uiop`,
    `laptop`,
  ];
  return kinds[index % kinds.length] as string;
});

describe('500 descriptions', () => {
  it('yield their manufacturer and model', () => {
    const wrong = described.filter(({ text, manufacturer, key }) => {
      const row = readDescription(text);
      return row.manufacturer !== names[manufacturer] || !modelKey(row.modelNumber ?? '').includes(key);
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
  });

  it('are dated within a year of the known dates of the model in nine of ten cases', () => {
    const near = described.filter(({ text, made }) => {
      const date = Date.parse(predictDescription(text, { now }).predictedPurchaseDate ?? '');
      return Math.abs(date / (365.25 * 86_400_000) + 1970 - (made + 0.22)) <= 1;
    });
    expect(near.length).toBeGreaterThanOrEqual(0.92 * described.length);
  });

  it('have low confidence if they contain nothing usable', () => {
    for (const text of nonsense) {
      const { confidence, method, evidence } = predictDescription(text, { now });
      expect({ text, confidence, method, kinds: evidence.map(({ kind }) => kind) }).toEqual({
        text,
        confidence: 'low',
        method: 'fallback_estimate',
        kinds: ['type-and-maker'],
      });
    }
  });
});

describe('readDescription', () => {
  it.each([
    [
      'Dell Latitude 5420 laptop, asset 0042',
      { modelNumber: 'Latitude 5420', assetTag: '0042', typeName: 'laptop' },
    ],
    ['EliteBook 840 G8, S/N 5CG1342XYZ', { serialNumber: '5CG1342XYZ', modelNumber: 'EliteBook 840 G8' }],
    [
      'Service Tag: 7XK2P93, OptiPlex 7090',
      { serialNumber: '7XK2P93', modelNumber: 'OptiPlex 7090', manufacturer: 'Dell' },
    ],
    [
      'Cisco switch C9300-48P FOC2451X0AB',
      { serialNumber: 'FOC2451X0AB', modelNumber: 'C9300-48P', typeName: 'network' },
    ],
    ['ThinkPad T14, bought 11. März 2021', { purchaseDate: '2021-03-11', modelNumber: 'ThinkPad T14' }],
    ['ThinkPad T14, bought 3 de mayo de 2020', { purchaseDate: '2020-05-03' }],
    ['ThinkPad T14, bought in marzo de 2021', { purchaseDate: '2021-03-15' }],
    ['ThinkPad T14, warranty until 11 marca 2024', { warrantyExpire: '2024-03-11' }],
    ['ThinkPad T14, bought in March 2021', { purchaseDate: '2021-03-15', modelNumber: 'ThinkPad T14' }],
    ['ThinkPad T14 purchased 2021-03-04', { purchaseDate: '2021-03-04' }],
    ['HP ProDesk 600 G5, warranty until 30 Sep 2024', { warrantyExpire: '2024-09-30', typeName: 'desktop' }],
    [
      'Host: x, IP: 10.0.0.1, MAC: 00:1b:44:11:3a:b7',
      { modelNumber: '', serialNumber: '', manufacturer: '' },
    ],
    [
      'Host: pc, Manufacturer: Dell Inc., Model: OptiPlex 7090, Serial: SMP0001',
      { manufacturer: 'Dell Inc.', modelNumber: 'OptiPlex 7090', serialNumber: 'SMP0001', description: '' },
    ],
    [
      'manufacturer: Hewlett-Packard, model: HP EliteBook 840 G7 Notebook PC, i5-10310U, bought in 2021',
      {
        manufacturer: 'Hewlett-Packard',
        modelNumber: 'HP EliteBook 840 G7 Notebook PC',
        processor: 'i5-10310U',
        purchaseDate: '2021-07-01',
        typeName: 'laptop',
      },
    ],
    ['Model: Latitude 5420 serial 7XK2P93', { modelNumber: 'Latitude 5420', serialNumber: '7XK2P93' }],
    ['', { modelNumber: '', serialNumber: '', purchaseDate: '' }],
  ])('reads %s', (text, cells) => {
    expect(readDescription(text)).toMatchObject(cells);
  });
});

describe('predictDescription', () => {
  it('reports that the date comes from the description', () => {
    expect(predictDescription('ThinkPad T14 Gen 2, bought on 2021-11-05', { now })).toMatchObject({
      predictedPurchaseDate: '2021-11-05',
      method: 'exact_match',
      explanation: 'Date from your description.',
    });
  });
});
