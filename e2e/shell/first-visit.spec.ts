import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureFirstLoad } from '../../harness/first-load.ts';
import { expect, test } from '../support/fixtures.ts';

const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
/** The page, its style sheet, two fonts, eleven scripts and four calls to the API. */
const maxRequests = 19;

test('a first visit to Home loads the scripts that npm run check counts, and little else', async ({
  page,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByText('Dell (System)')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { chunks } = await measureFirstLoad(dist);
  const scripts = paths.filter((path) => path.endsWith('.js'));
  expect(scripts.sort()).toEqual(chunks.map(({ file }) => join('/', file)).sort());
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(maxRequests);
});
