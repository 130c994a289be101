// The organizations that every key has access to: one per licensing model, and one with the API disabled.

export type Licensing = 'per-device' | 'co-term' | 'subscription';

export interface Organization {
  id: string;
  name: string;
  licensing: Licensing;
  isOpen: boolean;
}

export const PER_DEVICE: Organization = {
  id: '700001',
  name: 'Sample North',
  licensing: 'per-device',
  isOpen: true,
};
export const CO_TERM: Organization = {
  id: '700002',
  name: 'Sample South',
  licensing: 'co-term',
  isOpen: true,
};
export const SUBSCRIPTION: Organization = {
  id: '700003',
  name: 'Sample West',
  licensing: 'subscription',
  isOpen: true,
};
export const CLOSED: Organization = {
  id: '700004',
  name: 'Sample Closed',
  licensing: 'co-term',
  isOpen: false,
};

export const ORGANIZATIONS: readonly Organization[] = [PER_DEVICE, CO_TERM, SUBSCRIPTION, CLOSED];

export function organizationRow({ id, name, licensing, isOpen }: Organization): object {
  return {
    id,
    name,
    url: `https://dashboard.example.com/o/${id}/manage/organization/overview`,
    api: { enabled: isOpen },
    licensing: { model: licensing },
    cloud: { region: { name: 'North America' } },
    management: { details: [] },
  };
}
