import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../domain/test/recorded.ts';
import { changed } from '../../test/rows.ts';
import type { VendorAnswer } from '../outcome.ts';
import { mergeAnswers, readCallProblem, readSummaryPage } from './reply.ts';

const base = {
  id: '1',
  sr_no: 'TST2712A0B1',
  parent_sr_no: '',
  is_covered: 'YES',
  base_pid_list: [
    {
      base_pid: 'C9300-48TST',
    },
  ],
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

const pageOf = (...rows: unknown[]) => ({
  pagination_response_record: { last_index: 1, page_index: 1, page_records: 1, total_records: 1 },
  serial_numbers: rows,
});

/** What is read from a row, on a page with another row that stays readable. */
function row(candidate: unknown) {
  const answers = new Map(readSummaryPage(pageOf(candidate, { ...base, sr_no: 'TST00000001' }))?.answers);
  expect(answers.get('TST00000001')?.kind).toBe('found');
  return answers.get(base.sr_no);
}

const changedRow = (changes: object, without?: string[]) => row(changed(base, changes, without));

const path = `${import.meta.dirname}/reply.recorded.txt`;
it('reads replies as recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), { changedRow, readCallProblem, readSummaryPage, row }),
  ).toMatchFileSnapshot(path));

it('rejects a body that is missing', () => expect(readSummaryPage(undefined)).toBeNull());

it('drops the name and the address of the site', () => {
  expect(JSON.stringify(changedRow({}))).not.toContain('INVENTED');
});

describe('mergeAnswers', () => {
  const found = changedRow({}) as VendorAnswer;
  const renewed = changedRow({ covered_product_line_end_date: '2029-04-30' }) as VendorAnswer;
  const other = changedRow({ orderable_pid_list: [{ orderable_pid: 'TST-OTHER' }] }) as VendorAnswer;
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
