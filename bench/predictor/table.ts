import { cpuKey } from '@warranty/domain/prediction/cpu-key';
import { histogramOf, writeHistogram } from '@warranty/domain/prediction/histogram';
import { manufacturerKey } from '@warranty/domain/prediction/manufacturer-key';
import { familyKey, modelKey, modelWords } from '@warranty/domain/prediction/model-key';
import type { TableData } from '@warranty/domain/prediction/model-table';
import type { Device, Row } from './devices.ts';

/** Manufacturers of laptop panels and parts: their names do not appear in inventories. */
const panelManufacturers =
  /display|optronics|\b(?:boe|chimei|chi mei|innolux|csot|ivo|sharp|panda|tianma|lpl)\b/i;
const minMonitors = 2;
const minFamilySize = 5;
const minProcessorDevices = 3;

type Groups = Map<string, number[]>;

function collect(groups: Groups, key: string, made: number): void {
  const months = groups.get(key);
  if (months) months.push(made);
  else groups.set(key, [made]);
}

const tenth = (months: readonly number[]) =>
  months.toSorted((a, b) => a - b)[Math.floor(months.length / 10)] ?? Number.NaN;

/** A battery made long after the first ones of its model is a replacement and does not date the laptop. */
export function withoutReplacedBatteries(months: readonly number[]): number[] {
  const start = tenth(months);
  return months.filter((month) => month >= start - 12 && month <= start + 36);
}

const inTable = (months: readonly number[]) => writeHistogram(histogramOf(months));

/** Lists of `manufacturer\u0000key` groups by manufacturer, in key order. */
function listsOf(groups: Groups, fewest: number): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const [both, months] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [manufacturer = '', key = ''] = both.split('\u0000');
    if (months.length < fewest || !/\d/.test(key) || key.length < 4) continue;
    lists[manufacturer] ??= [];
    lists[manufacturer].push(`${key}|${inTable(months)}`);
  }
  return lists;
}

const listOf = (groups: Groups, fewest: number) =>
  [...groups]
    .filter(([, months]) => months.length >= fewest)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, months]) => `${key}|${inTable(months)}`);

const withOriginals = (groups: Groups): Groups =>
  new Map([...groups].map(([key, months]) => [key, withoutReplacedBatteries(months)]));

function laptopParts(laptops: readonly Device[]) {
  const models: Groups = new Map();
  for (const { manufacturer, model, made } of laptops)
    collect(models, `${manufacturerKey(manufacturer)}\u0000${modelKey(model)}`, made);
  const families: Groups = new Map();
  const processors: Groups = new Map();
  const generations: Groups = new Map();
  for (const { manufacturer, model, made, cpu } of laptops) {
    const start = tenth(models.get(`${manufacturerKey(manufacturer)}\u0000${modelKey(model)}`) ?? []);
    if (made > start + 36) continue;
    const family = familyKey(manufacturerKey(manufacturer), modelWords(model));
    if (family !== null) collect(families, `${manufacturerKey(manufacturer)}\u0000${family}`, made);
    const key = cpuKey(cpu);
    if (key === null) continue;
    collect(processors, key.name, made);
    if (key.generation !== null) collect(generations, key.generation, made);
  }
  return {
    laptops: listsOf(withOriginals(models), 1),
    families: listsOf(withOriginals(families), minFamilySize),
    processors: listOf(withOriginals(processors), minProcessorDevices),
    generations: listOf(withOriginals(generations), minProcessorDevices),
  };
}

function monitorLists(monitors: readonly Device[]) {
  const groups: Groups = new Map();
  for (const { manufacturer, model, made } of monitors) {
    if (!panelManufacturers.test(manufacturer))
      collect(groups, `${manufacturerKey(manufacturer)}\u0000${modelKey(model)}`, made);
  }
  return listsOf(groups, minMonitors);
}

/** The names that a pattern lists. Empty if it is more than a list of names. */
function namesIn(pattern: string): string[] {
  const text = pattern
    .replace('(?<![A-Za-z0-9])', '')
    .replace('(?![A-Za-z0-9])', '')
    .replaceAll('\\b', '')
    .replace(/^\((.*)\)$/, '$1');
  const names = text.split('|').map((name) => name.replaceAll(/\\([^A-Za-z0-9])/g, '$1'));
  return /[[\]*?\\]/.test(names.join('')) ? [] : names;
}

/** An Apple A-number or a name shared by several models gets the years of all of them. */
function yearLists(rows: readonly Row[]) {
  const years = new Map<string, { first: number; last: number; assumed: boolean }>();
  for (const { manufacturer = '', pattern = '', first_year, last_year, source = '' } of rows) {
    if (/EDID|battery dates|Intel/.test(source) || manufacturer === 'Intel') continue;
    for (const name of namesIn(pattern)) {
      const key = `${manufacturerKey(manufacturer)}\u0000${modelKey(name)}`;
      const known = years.get(key);
      const first = Math.min(Number(first_year), known?.first ?? 9999);
      const last = Math.max(Number(last_year), known?.last ?? 0);
      years.set(key, { first, last, assumed: /assumed/.test(source) });
    }
  }
  const lists: Record<string, string[]> = {};
  for (const [both, { first, last, assumed }] of [...years].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [manufacturer = '', key = ''] = both.split('\u0000');
    if (!/\d/.test(key) || key.length < 4) continue;
    lists[manufacturer] ??= [];
    lists[manufacturer].push(`${key}|${first}|${last}${assumed ? '~' : ''}`);
  }
  return lists;
}

export function buildTable(
  laptops: readonly Device[],
  monitors: readonly Device[],
  years: readonly Row[],
): TableData {
  return { ...laptopParts(laptops), monitors: monitorLists(monitors), years: yearLists(years) };
}
