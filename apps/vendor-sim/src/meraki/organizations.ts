// The organizations that every key has access to: one per licensing model, and one with the API disabled.

export type Licensing = 'per-device' | 'co-term' | 'subscription';

function organization(id: string, name: string, licensing: Licensing, isOpen = true) {
  return { id, name, licensing, isOpen };
}
export type Organization = ReturnType<typeof organization>;

export const PER_DEVICE = organization('700001', 'Sample North', 'per-device');
export const CO_TERM = organization('700002', 'Sample South', 'co-term');
export const SUBSCRIPTION = organization('700003', 'Sample West', 'subscription');
export const CLOSED = organization('700004', 'Sample Closed', 'co-term', false);

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
