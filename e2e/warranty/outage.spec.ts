import pg from 'pg';
import { expect, test } from '../support/fixtures.ts';

// A server that cannot reach Dell.
test.use({ baseURL: process.env.E2E_OUTAGE_URL ?? '' });

async function query(text: string, values: unknown[] = []): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.E2E_OUTAGE_DATABASE_URL ?? '' });
  await database.connect();
  await database.query(text, values);
  await database.end();
}

test.describe('an outage', () => {
  // Several consecutive failures would open the circuit breaker, which has its own message.
  test.beforeEach(() => query('delete from vendor_gates'));

  test('is reported, and the input stays', async ({ page, expectAccessible }) => {
    await page.goto('/individual-lookup');
    await page.getByLabel('Model Number').fill('0UTAGE1');
    await page.getByRole('button', { name: 'Lookup Warranty' }).click();
    await expect(page.getByRole('heading', { name: 'Lookup Failed' })).toBeVisible();
    await expect(
      page.getByText('Dell did not respond (the connection was refused). Try again later.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByLabel('Model Number')).toHaveValue('0UTAGE1');
    await expectAccessible(page);
  });

  test('still shows the last known result, with its age', async ({ page }) => {
    const answer = {
      kind: 'found',
      device: {
        serviceTag: 'KEPT001',
        productCode: null,
        productLineDescription: null,
        productFamily: null,
        shipDate: null,
        localChannel: null,
        productLobDescription: null,
        countryCode: null,
        systemDescription: 'Latitude 5440',
      },
      entitlements: [
        {
          type: 'INITIAL',
          startsAt: '2024-01-01T00:00:00Z',
          endsAt: '2099-01-01T00:00:00Z',
          code: 'ND',
          level: 'Onsite',
        },
      ],
    };
    await query(
      `insert into warranty_records (owner, vendor, serial, answer, checked_at)
       values ('00000000-0000-4000-8000-000000000001', 'dell', 'KEPT001', $1, now() - interval '3 days') on conflict do nothing`,
      [JSON.stringify(answer)],
    );
    await page.goto('/individual-lookup');
    await page.getByLabel('Model Number').fill('KEPT001');
    await page.getByRole('button', { name: 'Lookup Warranty' }).click();
    await expect(
      page
        .getByRole('main')
        .getByText(/last known result, 3 days old/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText('Latitude 5440').first()).toBeVisible();
  });
});
