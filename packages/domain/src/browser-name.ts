import { list } from './list.ts';

/** Browsers by what they add to the User-Agent, the most specific first: most of them also name Chrome and Safari. */
const browsers: readonly (readonly [markers: string, name: string])[] = [
  ['EdgA/, EdgiOS/, Edg/, Edge/', 'Edge'],
  ['OPR/, OPiOS/, OPT/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Vivaldi/', 'Vivaldi'],
  ['YaBrowser/', 'Yandex Browser'],
  ['UCBrowser/', 'UC Browser'],
  ['DuckDuckGo/, Ddg/', 'DuckDuckGo'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['GSA/', 'Google app'],
  ['Firefox/', 'Firefox'],
  ['Chromium/', 'Chromium'],
  ['Chrome/', 'Chrome'],
  ['Trident/', 'Internet Explorer'],
  ['Safari/', 'Safari'],
];

/** Systems, the most specific first: Android also names Linux, and an iPhone also names Mac OS X. */
const systems: typeof browsers = [
  ['iPhone', 'iPhone'],
  ['iPod', 'iPod'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['FreeBSD', 'FreeBSD'],
  ['OpenBSD', 'OpenBSD'],
  ['Linux', 'Linux'],
];

/** Real ones have about 200 characters. */
const maxLength = 512;

const find = (text: string, names: typeof browsers) =>
  names.find(([markers]) => list(markers).some((marker) => text.includes(marker)))?.[1];

/**
 * "Chrome on Windows", from the User-Agent header. The result is always one of these names, never text of the client, so that
 * it can be stored and shown.
 */
export function nameBrowser(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxLength);
  const browser = find(text, browsers) ?? 'Unknown browser';
  const system = find(text, systems);
  return system ? `${browser} on ${system}` : browser;
}
