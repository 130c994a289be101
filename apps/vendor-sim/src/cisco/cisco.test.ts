import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { CISCO, call, read } from '../../test/vendors.ts';

interface Page {
  pagination_response_record: Record<string, unknown>;
  serial_numbers: { id: string; sr_no: string }[];
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `FOC2712${1000 + index}`);
const summary = (serials: string[], page = '') => `summary/serial_numbers/${serials}${page}`;

const get = (client: Client, path: string) => read(client, 'cisco', `${CISCO}/${path}`);

async function pageOf(client: Client, path: string): Promise<Page> {
  return (await get(client, path))[1] as Page;
}

async function rowsOf(serials: string[], faults: object = {}): Promise<Page['serial_numbers']> {
  const client = await startClient();
  await client.faults({ cisco: faults });
  return (await pageOf(client, summary(serials))).serial_numbers;
}

describe('GET /sn2info/v2/coverage/summary/serial_numbers', () => {
  it('returns rows in a page', async () => {
    const client = await startClient();
    const page = await pageOf(client, summary(['sim2712actv']));
    expect(page.pagination_response_record).toEqual({
      last_index: 1,
      page_index: 1,
      page_records: 1,
      total_records: 1,
      self_link: 'https://api.cisco.com/sn2info/v2/coverage/summary/serial_numbers/SIM2712ACTV?page_index=1',
      title: expect.any(String),
    });
    expect(page.serial_numbers).toEqual([
      {
        id: '1',
        sr_no: 'SIM2712ACTV',
        parent_sr_no: '',
        is_covered: 'YES',
        base_pid_list: [{ base_pid: 'C9300-48T' }],
        orderable_pid_list: [
          {
            orderable_pid: 'C9300-48T-A',
            item_description: 'Catalyst 9300 48-port switch',
            item_position: 'P',
            item_type: 'CHASSIS',
            pillar_code: '1,2,3',
          },
        ],
        service_contract_number: '200000001',
        service_line_descr: 'Next business day, 8 by 5',
        covered_product_line_end_date: '2028-08-14',
        warranty_type: 'WARR-1YR-LTD-HW',
        warranty_type_description: expect.any(String),
        warranty_end_date: '2025-08-14',
        contract_site_customer_name: 'SAMPLE CUSTOMER',
        contract_site_address1: '1 SAMPLE STREET',
        contract_site_city: 'SAMPLETOWN',
        contract_site_state_province: 'CA',
        contract_site_country: 'US',
      },
    ]);
  });

  it('returns pages of twenty, with each row on exactly one of them', async () => {
    const client = await startClient();
    const asked = many(45);
    const pages = [];
    for (const index of [1, 2, 3]) pages.push(await pageOf(client, summary(asked, `?page_index=${index}`)));
    expect(pages.map((page) => page.pagination_response_record)).toMatchObject([
      { page_index: 1, last_index: 3, page_records: 20, total_records: 45 },
      { page_index: 2, last_index: 3, page_records: 20, total_records: 45 },
      { page_index: 3, last_index: 3, page_records: 5, total_records: 45 },
    ]);
    const rows = pages.flatMap((page) => page.serial_numbers);
    expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
    expect(rows.map(({ sr_no }) => sr_no)).not.toEqual(asked);
    expect(rows.map(({ sr_no }) => sr_no).sort()).toEqual(asked);
  });

  it('accepts 75 serials but not 76, and counts a repeated serial once', async () => {
    const client = await startClient();
    expect((await pageOf(client, summary(many(75)))).pagination_response_record).toHaveProperty(
      'last_index',
      4,
    );
    expect(await rowsOf(['SIM2712ACTV', 'sim2712actv'])).toHaveLength(1);
  });

  it.each([
    [summary(many(76)), 'EXCEEDED_INPUTS'],
    ['summary/serial_numbers/%2C', 'API_MISSING_PARAMETERS'],
    ['summary/serial_numbers/SIM2712ACTV?page_index=2', 'API_INVALID_INPUT'],
    ['summary/serial_numbers/SIM2712ACTV?page_index=0', 'API_INVALID_INPUT'],
    ['summary/serial_numbers/SIM2712ACTV?page_index=x', 'API_INVALID_INPUT'],
  ])('rejects %s with %s', async (path, code) => {
    const error = {
      ErrorCode: code,
      ErrorDescription: expect.any(String),
      SuggestedAction: expect.any(String),
    };
    expect(await get(await startClient(), path)).toEqual([400, { ErrorResponse: { APIError: [error] } }]);
  });

  it('returns the error of a serial in its row, as a list or as an object', async () => {
    const error = { ErrorCode: 'SIM_NOT_FOUND', ErrorDescription: expect.any(String) };
    const long = 'X'.repeat(41);
    const rows = await rowsOf(['SIM2712UNKA', 'SIM2712UNKO', 'NOTHING', long]);
    const row = (serial: string) => rows.find(({ sr_no }) => sr_no === serial);
    expect(row('SIM2712UNKA')).toMatchObject({ ErrorResponse: { APIError: [error] } });
    expect(row('SIM2712UNKO')).toMatchObject({ ErrorResponse: { APIError: error } });
    expect(row('NOTHING')).toMatchObject({ ErrorResponse: { APIError: [error] } });
    expect(row(long)).toMatchObject({ ErrorResponse: { APIError: [{ ErrorCode: 'API_INVALID_INPUT' }] } });
  });

  it('accepts percent-encoded commas', async () => {
    expect(await rowsOf(['SIM2712ACTV%2CSIM2712EXPR'])).toHaveLength(2);
  });

  it('returns 404 for other paths and 405 for POST', async () => {
    const client = await startClient();
    expect((await get(client, 'owner_status/serial_numbers/SIM2712ACTV'))[0]).toBe(404);
    const post = await call(client, 'cisco', `${CISCO}/summary/serial_numbers/SIM2712ACTV`, { body: {} });
    expect(post.status).toBe(405);
    expect((await get(client, 'summary/serial_numbers/%ZZ'))[0]).toBe(400);
  });

  it.each([
    ['SIM2712WRNT', ['NO', '2026-07-05', '2027-08-14']],
    ['SIM2712WOCT', ['NO', '', '2027-08-14']],
    ['SIM2712CTWO', ['YES', '2027-08-14', '']],
    ['SIM2712BLNK', ['NO', '', '2024-08-14']],
    ['SIM2712NONE', ['NO', '', '']],
    ['SIM2712LIFE', ['NO', '', '2086-08-14']],
  ])('returns %s with the flag and the two ends %j', async (serial, expected) => {
    const [row] = (await rowsOf([serial])) as unknown as Record<string, unknown>[];
    expect([row?.is_covered, row?.covered_product_line_end_date, row?.warranty_end_date]).toEqual(expected);
  });
});

describe('GET /sn2info/v2/coverage/status/serial_numbers', () => {
  it('returns all rows without pagination, with few fields each', async () => {
    const client = await startClient();
    const serials = ['SIM2712ACTV', 'SIM2712BLNK', 'SIM2712UNKO', ...many(40)];
    const reply = await pageOf(client, `status/serial_numbers/${serials}`);
    expect(reply).not.toHaveProperty('pagination_response_record');
    expect(reply.serial_numbers).toHaveLength(43);
    const row = (serial: string) => reply.serial_numbers.find(({ sr_no }) => sr_no === serial);
    expect(row('SIM2712ACTV')).toEqual({
      id: expect.any(String),
      sr_no: 'SIM2712ACTV',
      is_covered: 'YES',
      coverage_end_date: '2028-08-14',
    });
    expect(row('SIM2712BLNK')).toMatchObject({ is_covered: 'NO', coverage_end_date: '' });
    expect(row('SIM2712UNKO')).toHaveProperty('ErrorResponse');
  });
});

describe('faults', () => {
  it('overQps and forbidden: both return 403, with different texts', async () => {
    const client = await startClient();
    const ask = async () => {
      const reply = await call(client, 'cisco', `${CISCO}/${summary(['SIM2712ACTV'])}`);
      return [reply.status, await reply.text()];
    };
    await client.faults({ cisco: { overQps: { times: 1 } } });
    expect(await ask()).toEqual([403, 'ERR_403_DEVELOPER_OVER_QPS']);
    await client.faults({ cisco: { forbidden: { times: 1 } } });
    expect(await ask()).toEqual([403, 'Not Authorized']);
    expect((await client.faults({ cisco: { busy: { times: 1 } } })).status).toBe(400);
  });

  it('missingSerials and malformedSerials', async () => {
    const three = ['SIM2712ACTV', 'SIM2712EXPR', 'SIM2712EXPD'];
    expect(
      (await rowsOf(three, { missingSerials: ['sim2712expr'] })).map(({ sr_no }) => sr_no).sort(),
    ).toEqual(['SIM2712ACTV', 'SIM2712EXPD']);
    expect(await rowsOf(['SIM2712ACTV'], { malformedSerials: { every: 1 } })).toEqual([
      { id: '1', sr_no: 'SIM2712ACTV', is_covered: 1, covered_product_line_end_date: [] },
    ]);
  });

  it('drift: end dates under other names, or as numbers', async () => {
    const [renamed] = await rowsOf(['SIM2712ACTV'], { drift: 'renamedField' });
    expect(renamed).toMatchObject({
      covered_line_end_date: '2028-08-14',
      warranty_expiry_date: '2025-08-14',
    });
    expect(renamed).not.toHaveProperty('warranty_end_date');
    const [retyped] = await rowsOf(['SIM2712CTWO'], { drift: 'retypedField' });
    expect(retyped).toMatchObject({
      covered_product_line_end_date: Date.UTC(2027, 7, 14),
      warranty_end_date: '',
    });
  });
});
