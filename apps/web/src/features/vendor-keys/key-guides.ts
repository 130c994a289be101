/** How to get a vendor's keys. Based on reports from customers, not on statements by the vendor. */
export interface KeyGuide {
  needs: string;
  where: string;
  /** Estimated waiting time. */
  wait: string;
  note: string;
  link?: { label: string; url: string };
}

/** By vendor id. */
export const keyGuides: Record<string, KeyGuide> = {
  dell: {
    needs:
      'The client ID and the client secret of the TechDirect warranty API. Dell also calls the client ID “API key”.',
    where: 'Request API access in TechDirect. Dell asks for your company’s customer number.',
    wait: 'A few days. Dell reviews every request before it issues keys.',
    note: 'There is no sandbox: the keys work on the live service from the first call.',
    link: { label: 'Dell TechDirect', url: 'https://techdirect.dell.com' },
  },
  lenovo: {
    needs: 'One API key. Lenovo calls it the ClientID of its Support API.',
    where:
      'Contact your Lenovo representative or partner program. Ask for a key with warranty access (role WebAPI.Warranty).',
    wait: 'Depends on your representative. Lenovo gives no estimate.',
    note: 'Lenovo rate-limits keys but does not publish the limit. Lookups wait when necessary.',
  },
  hp: {
    needs: 'The client ID and the client secret of the HP warranty API.',
    where:
      'Contact your HP account manager or email warrantyapi.customers@hp.com. HP then adds you to a group on its developer site, where you can find the credentials.',
    wait: 'There is no self-service and HP gives no estimate, so request access early.',
    note: 'Keys reportedly expire after 90 days; HP emails a renewal link. HPE and Aruba devices need different keys and are not supported.',
    link: { label: 'HP developer site', url: 'https://developers.hp.com' },
  },
  cisco: {
    needs: 'The client ID and the client secret of an application with the client credentials grant.',
    where:
      'Register the application in the Cisco API Console. Only Smart Net Total Care customers and Partner Support Service partners get access.',
    wait: 'Depends on your service contract. Cisco gives no estimate.',
    note: 'Cisco provides the coverage end date but no start date.',
    link: { label: 'Cisco API Console', url: 'https://apiconsole.cisco.com' },
  },
  meraki: {
    needs: 'One API key from a dashboard administrator.',
    where:
      'Create it in your Meraki dashboard profile. Each administrator can have two keys, and the organization must allow API access.',
    wait: 'Immediate. You create the key yourself.',
    note: 'Meraki does not publish hardware warranties. Lookups show when the license ends.',
    link: { label: 'Meraki dashboard', url: 'https://dashboard.meraki.com' },
  },
};
