// The row formats of a reply. Flags are YES and NO, missing values are empty strings, and there is no start date.
import { dateText } from '../dates.ts';

/** Some recorded replies have a list here, others a single object. */
export interface ErrorRow {
  sr_no: string;
  ErrorResponse: { APIError: ApiError | ApiError[] };
}

export type SerialRow = CoverageRow | ErrorRow;

export interface Model {
  pid: string;
  description: string;
}

export const SWITCH: Model = { pid: 'C9300-48T', description: 'Catalyst 9300 48-port switch' };

export const MODELS: readonly [Model, ...Model[]] = [
  SWITCH,
  { pid: 'C9200L-24P-4G', description: 'Catalyst 9200L 24-port PoE switch' },
  { pid: 'C9130AXI-E', description: 'Catalyst 9130AX access point' },
  { pid: 'ISR4331/K9', description: 'Integrated services router 4331' },
  { pid: 'N9K-C93180YC-FX', description: 'Nexus 9300 with 48 ports of 25G' },
  { pid: 'FPR1120-NGFW-K9', description: 'Firepower 1120 appliance' },
];

const WARRANTIES = {
  limited: ['WARR-1YR-LTD-HW', 'Limited hardware warranty of one year'],
  lifetime: ['WARR-LTD-LIFE-HW', 'Limited lifetime hardware warranty'],
} as const;

export interface CoverOf {
  model?: Model;
  /** Last day of the service contract; null for an ended contract without an end date; absent if there is no contract. */
  contract?: number | null;
  /** Last day of the hardware warranty. */
  warranty?: number;
  warrantyType?: keyof typeof WARRANTIES;
}

export function coverageRow(serial: string, today: number, of: CoverOf) {
  const { model = SWITCH, contract } = of;
  return {
    sr_no: serial,
    parent_sr_no: '',
    // Refers only to the contract: a device under warranty may still be NO.
    is_covered: typeof contract === 'number' && contract >= today ? 'YES' : 'NO',
    base_pid_list: [{ base_pid: model.pid }],
    orderable_pid_list: [
      {
        orderable_pid: `${model.pid}-A`,
        item_description: model.description,
        item_position: 'P',
        item_type: 'CHASSIS',
        pillar_code: '1,2,3',
      },
    ],
    ...contractFields(contract),
    ...warrantyFields(of),
  };
}

export type CoverageRow = Partial<ReturnType<typeof coverageRow>> & { sr_no: string };

function contractFields(contract: number | null | undefined) {
  const has = (text: string) => (contract === undefined ? '' : text);
  return {
    service_contract_number: has('200000001'),
    service_line_descr: has('Next business day, 8 by 5'),
    covered_product_line_end_date: typeof contract === 'number' ? dateText(contract) : '',
    contract_site_customer_name: has('SAMPLE CUSTOMER'),
    contract_site_address1: has('1 SAMPLE STREET'),
    contract_site_city: has('SAMPLETOWN'),
    contract_site_state_province: has('CA'),
    contract_site_country: has('US'),
  };
}

function warrantyFields({ warranty, warrantyType = 'limited' }: CoverOf) {
  const [type, description] = warranty === undefined ? ['', ''] : WARRANTIES[warrantyType];
  return {
    warranty_type: type,
    warranty_type_description: description,
    warranty_end_date: warranty === undefined ? '' : dateText(warranty),
  };
}

export function apiError(code: string, text: string, action = 'Check the request and try again') {
  return { ErrorCode: code, ErrorDescription: text, SuggestedAction: action };
}

type ApiError = ReturnType<typeof apiError>;

export function unknownRow(serial: string, form: 'list' | 'object' = 'list'): ErrorRow {
  const error = apiError('SIM_NOT_FOUND', 'The serial number is not known', 'Check the serial number');
  return { sr_no: serial, ErrorResponse: { APIError: form === 'list' ? [error] : error } };
}
