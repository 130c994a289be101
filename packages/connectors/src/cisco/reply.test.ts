import { describe, expect, it } from 'vitest';
import type { VendorAnswer } from '../outcome.ts';
import { mergeAnswers, readCallProblem, readSummaryPage } from './reply.ts';

const serial = 'TST2712A0B1';
const row = {
  id: '1',
  sr_no: serial,
  parent_sr_no: '',
  is_covered: 'YES',
  base_pid_list: [{ base_pid: 'C9300-48TST' }],
  orderable_pid_list: [
    {
      orderable_pid: 'C9300-48TST-A',
      item_description: 'Invented 48 port switch',
      item_position: 'P',
      item_type: 'CHASSIS',
      pillar_code: '1,2,3',
    },
  ],
  service_contract_number: '200000001',
  service_line_descr: 'TST 8X5XNBD',
  covered_product_line_end_date: '2027-04-30',
  warranty_type: 'WARR-TST-LTD-HW',
  warranty_type_description: 'Invented limited hardware warranty',
  warranty_end_date: '2026-06-30',
  contract_site_customer_name: 'INVENTED CUSTOMER',
  contract_site_address1: '1 INVENTED STREET',
  contract_site_city: 'INVENTED TOWN',
  contract_site_state_province: 'CA',
  contract_site_country: 'US',
};
const blank = {
  service_contract_number: '',
  service_line_descr: '',
  covered_product_line_end_date: '',
  warranty_type: '',
  warranty_type_description: '',
  warranty_end_date: '',
};
const paging = { last_index: 1, page_index: 1, page_records: 1, total_records: 1, title: 'Invented' };
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const pageOf = (...rows: unknown[]) => ({ pagination_response_record: paging, serial_numbers: rows });
const answerOf = (candidate: unknown) => new Map(readSummaryPage(pageOf(candidate))?.answers).get(serial);

const warranty = (endsAt: string | null, level: string | null) => ({
  type: 'Warranty',
  startsAt: null,
  endsAt,
  code: null,
  level,
});
const contract = (endsAt: string | null, level: string | null) => ({
  ...warranty(endsAt, level),
  type: 'Contract',
});
const described = 'Invented limited hardware warranty';

describe('readSummaryPage: coverage', () => {
  it.each([
    [
      'a warranty and a contract',
      row,
      [warranty('2026-06-30', described), contract('2027-04-30', 'TST 8X5XNBD')],
    ],
    [
      'a warranty alone',
      { ...row, ...blank, is_covered: 'NO', warranty_end_date: '2028-01-31', warranty_type: 'WARR-TST' },
      [warranty('2028-01-31', 'WARR-TST')],
    ],
    [
      'a contract alone',
      { ...row, warranty_end_date: '', warranty_type: '', warranty_type_description: '' },
      [contract('2027-04-30', 'TST 8X5XNBD')],
    ],
    [
      'an expired contract with a blank end',
      {
        ...row,
        ...blank,
        is_covered: 'NO',
        service_contract_number: '200000002',
        service_line_descr: 'TST OLD',
      },
      [contract(null, 'TST OLD')],
    ],
    [
      'a contract with only a number, as a JSON number',
      { ...row, ...blank, is_covered: 'NO', service_contract_number: 200000003 },
      [contract(null, null)],
    ],
    [
      'coverage whose contract is hidden from these keys',
      { ...row, ...blank, warranty_end_date: '2024-02-29' },
      [warranty('2024-02-29', null), contract(null, null)],
    ],
    ['no coverage and no dates', { ...row, ...blank, is_covered: 'NO' }, []],
    ['no coverage and a date of spaces', { ...row, ...blank, is_covered: 'NO', warranty_end_date: '  ' }, []],
    [
      'no coverage and nulls',
      { ...row, ...blank, is_covered: 'NO', warranty_end_date: null, covered_product_line_end_date: null },
      [],
    ],
    ['no coverage and none of its fields', { sr_no: serial, is_covered: 'NO' }, []],
    [
      'a description that is only a URL',
      {
        ...row,
        ...blank,
        is_covered: 'NO',
        warranty_end_date: '2031-04-09',
        warranty_type: 'WARR-TST-LIFE-HW',
        warranty_type_description: 'http://vendor.test/go/warranty',
      },
      [warranty('2031-04-09', 'WARR-TST-LIFE-HW')],
    ],
    ['an error field that is null', { ...row, ...blank, is_covered: 'NO', ErrorResponse: null }, []],
  ])('reads %s', (_, candidate, entitlements) => {
    expect(answerOf(candidate)).toMatchObject({ kind: 'found', entitlements });
  });
});

describe('readSummaryPage: device', () => {
  const device = {
    serviceTag: serial,
    productCode: 'C9300-48TST-A',
    productLineDescription: 'Invented 48 port switch',
    productFamily: 'CHASSIS',
    shipDate: null,
    localChannel: null,
    productLobDescription: null,
    countryCode: 'US',
    systemDescription: 'Invented 48 port switch',
  };
  it.each([
    ['all fields', row, device],
    ['a serial in lower case', { ...row, sr_no: ' tst2712a0b1 ' }, device],
    [
      'single items instead of lists',
      { ...row, base_pid_list: { base_pid: 'B' }, orderable_pid_list: row.orderable_pid_list[0] },
      device,
    ],
    [
      'only a base product',
      { ...row, orderable_pid_list: [{ orderable_pid: '', item_description: '', item_type: '' }] },
      {
        ...device,
        productCode: 'C9300-48TST',
        productLineDescription: null,
        productFamily: null,
        systemDescription: null,
      },
    ],
    [
      'no product and no country',
      { ...row, base_pid_list: [{ base_pid: '' }], orderable_pid_list: null, contract_site_country: '' },
      {
        ...device,
        productCode: null,
        productLineDescription: null,
        productFamily: null,
        systemDescription: null,
        countryCode: null,
      },
    ],
  ])('reads %s', (_, candidate, expected) => {
    expect(answerOf(candidate)).toMatchObject({ kind: 'found', device: expected });
  });

  it('drops the name and the address of the site', () => {
    expect(JSON.stringify(answerOf(row))).not.toContain('INVENTED');
  });
});

describe('readSummaryPage: serials without a usable answer', () => {
  const failed = (error: unknown) => ({ id: '2', sr_no: serial, ErrorResponse: { APIError: error } });
  it.each([
    ['an error code in an object', { ErrorCode: 'TST_NOT_FOUND', ErrorDescription: 'Invented' }],
    ['an error code in a list', [{ ErrorCode: 'NO_RECORDS_FOUND', ErrorDescription: 'Invented' }]],
    ['a description', { ErrorCode: 'TST_1', ErrorDescription: 'Invented: serial not known' }],
    ['a description without a code', { ErrorDescription: 'The serial number does not exist.' }],
    [
      'a serial in the wrong format',
      [{ ErrorCode: 'API_INVALID_INPUT', ErrorDescription: 'It is incorrectly formatted' }],
    ],
  ])('treats %s as an unknown serial', (_, error) => {
    expect(answerOf(failed(error))).toEqual({ kind: 'not-known' });
  });

  it.each([
    ['an internal error', failed([{ ErrorCode: 'API_ERROR_01', ErrorDescription: 'Invented failure' }])],
    ['too many results', failed({ ErrorCode: 'EXCEEDED_OUTPUT', ErrorDescription: 'Invented' })],
    ['an error without content', failed([])],
    ['an error in another format', { ...row, ErrorResponse: 'TST_NOT_FOUND' }],
    ['a warranty end in another format', { ...row, warranty_end_date: '06/30/2026' }],
    ['a warranty end with a time', { ...row, warranty_end_date: '2026-06-30T00:00:00Z' }],
    ['a warranty end on a nonexistent day', { ...row, warranty_end_date: '2026-02-30' }],
    ['a warranty end that is a number', { ...row, warranty_end_date: 1782777600 }],
    ['a warranty end under another name', { ...without('warranty_end_date'), warrantyEndDate: '2026-06-30' }],
    ['no warranty end', without('warranty_end_date')],
    ['a contract end in another format', { ...row, covered_product_line_end_date: 'Apr 30, 2027' }],
    [
      'a contract end under another name',
      { ...without('covered_product_line_end_date'), coverage_end_date: '2027-04-30' },
    ],
    [
      'both ends under other names, and no coverage',
      { sr_no: serial, is_covered: 'NO', warranty_end: '2026-06-30', contract_end: '2027-04-30' },
    ],
    ['a flag in another format', { ...row, is_covered: true }],
    ['no flag', without('is_covered')],
    ['coverage without any of its fields', { sr_no: serial, is_covered: 'YES' }],
    ['products that are not a list', { ...row, orderable_pid_list: 'C9300-48TST-A' }],
  ])('marks %s as unexpected without affecting the other serials', (_, odd) => {
    const answers = new Map(readSummaryPage(pageOf(odd, { ...row, sr_no: 'TST00000001' }))?.answers);
    expect(answers.get(serial)).toEqual({ kind: 'unexpected' });
    expect(answers.get('TST00000001')?.kind).toBe('found');
  });

  it.each([[[]], ['<html>'], [null], [undefined], [{}], [{ serial_numbers: {} }], [{ serials: [row] }]])(
    'rejects %j, which is not a page',
    (body) => {
      expect(readSummaryPage(body)).toBeNull();
    },
  );
});

describe('readSummaryPage: pages', () => {
  it.each([
    [
      { page_index: 2, last_index: 3 },
      { page: 2, lastPage: 3 },
    ],
    [
      { page_index: '2', last_index: '3' },
      { page: 2, lastPage: 3 },
    ],
    [undefined, { page: null, lastPage: 1 }],
    [null, { page: null, lastPage: 1 }],
  ])('reads %j', (record, expected) => {
    expect(readSummaryPage({ pagination_response_record: record, serial_numbers: [] })).toMatchObject(
      expected,
    );
  });

  it('skips rows without a serial', () => {
    expect(readSummaryPage(pageOf(null, 7, { sr_no: 5 }, {}))?.answers).toEqual([]);
  });
});

describe('readCallProblem', () => {
  const problem = (code: string, description = 'Invented') => ({
    ErrorResponse: { APIError: [{ ErrorCode: code, ErrorDescription: description }] },
  });
  it.each([
    [problem('API_NOTAUTHORIZED'), 'not-authorized'],
    [{ ErrorResponse: { APIError: { ErrorCode: 'API_NOTAUTHORIZED' } } }, 'not-authorized'],
    [problem('NO_RECORDS_FOUND'), 'not-known'],
    [problem('API_INVALID_INPUT'), 'other'],
    [problem('API_MISSING_PARAMETERS'), 'other'],
    [problem('EXCEEDED_INPUTS'), 'other'],
    [problem('EXCEEDED_OUTPUT'), 'other'],
    [problem('API_ERROR_01'), 'other'],
    [pageOf(row), null],
    ['Not Authorized', null],
  ])('reads %j', (body, expected) => {
    expect(readCallProblem(body)).toBe(expected);
  });
});

describe('mergeAnswers', () => {
  const found = answerOf(row) as VendorAnswer;
  const renewed = answerOf({ ...row, covered_product_line_end_date: '2029-04-30' }) as VendorAnswer;
  const other = answerOf({ ...row, orderable_pid_list: [{ orderable_pid: 'TST-OTHER' }] }) as VendorAnswer;
  const unknown: VendorAnswer = { kind: 'not-known' };
  const odd: VendorAnswer = { kind: 'unexpected' };

  it('merges the lines of one device without duplicates', () => {
    expect(mergeAnswers(found, renewed)).toMatchObject({
      entitlements: [{ type: 'Warranty' }, { endsAt: '2027-04-30' }, { endsAt: '2029-04-30' }],
    });
    expect(mergeAnswers(found, found)).toEqual(found);
  });

  it.each([
    ['two devices with the same serial', found, other, odd],
    ['a row in another format', found, odd, odd],
    ['a known row before an unknown one', found, unknown, found],
    ['an unknown row before a known one', unknown, found, found],
    ['the first row', undefined, found, found],
  ])('handles %s', (_, first, second, expected) => {
    expect(mergeAnswers(first, second)).toEqual(expected);
  });
});
