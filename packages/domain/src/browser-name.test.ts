import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameBrowser } from './browser-name.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iosWebKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)';
const android = 'Mozilla/5.0 (Linux; Android 15; K)';

describe('nameBrowser', () => {
  it.each([
    [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
    [`${windows} ${webKit} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, 'Edge on Windows'],
    [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0`, 'Opera on Windows'],
    [`${windows} ${webKit} Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6`, 'Vivaldi on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer on Windows'],
    [`${mac} ${iosWebKit} Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
    [`${mac} ${webKit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Mac'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    [`${iPhone} ${iosWebKit} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${iPhone} ${iosWebKit} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${iPhone} ${iosWebKit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iPhone'],
    [`${iPhone} ${iosWebKit} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/605.1.15`, 'Edge on iPhone'],
    [
      `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${iosWebKit} Version/16.6 Mobile/15E148 Safari/604.1`,
      'Safari on iPad',
    ],
    [`${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `${android} ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [`${android} ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0`, 'Edge on Android'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 'Firefox on Android'],
    ['curl/8.14.1', 'Unknown browser'],
    ['Windows-Update-Agent', 'Unknown browser on Windows'],
    ['', 'Unknown browser'],
    [undefined, 'Unknown browser'],
  ])('%# names %s', (userAgent, name) => {
    expect(nameBrowser(userAgent)).toBe(name);
  });

  it('never returns text of the client', () => {
    const known = /^(?:Unknown browser|Google app|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)(?: on [A-Za-z]+)?$/;
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('Chrome/', 'iPhone', '<b>', '\u0000'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = nameBrowser(parts.join(' '));
        expect(name).toMatch(known);
        expect(name.length).toBeLessThan(40);
      }),
    );
  });

  it('ignores what follows the first 512 characters', () => {
    expect(nameBrowser(`${'x'.repeat(512)} Firefox/145.0 Linux`)).toBe('Unknown browser');
  });
});
