/** How one comes by a vendor's keys. Nothing here was promised by a vendor; it is what its customers report. */
export interface KeyGuide {
  needs: string;
  where: string;
  /** How long it takes, as far as anybody can tell. */
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
    wait: 'Days. Dell approves every request before it hands out keys.',
    note: 'There is no sandbox: the keys work on the live service from the first call.',
    link: { label: 'Dell TechDirect', url: 'https://techdirect.dell.com' },
  },
  lenovo: {
    needs: 'One API key. Lenovo calls it the ClientID of its Support API.',
    where:
      'From your Lenovo representative or the partner programme. Ask for a key that may read warranties (role WebAPI.Warranty).',
    wait: 'Depends on your representative; Lenovo names no time.',
    note: 'Lenovo limits how often a key may ask and does not publish the figure. Lookups wait where they have to.',
  },
  hp: {
    needs: 'The client ID and the client secret of the HP warranty API.',
    where:
      'Through your HP account manager, or by mail to warrantyapi.customers@hp.com. HP then adds you to a group on its developer site, where you find the credentials.',
    wait: 'There is no self-service and HP names no time, so ask early.',
    note: 'Keys are reported to end after 90 days, with a renewal link by mail. HPE and Aruba devices need other keys and are not answered here.',
    link: { label: 'HP developer site', url: 'https://developers.hp.com' },
  },
  cisco: {
    needs: 'The client ID and the client secret of an application with the client credentials grant.',
    where:
      'Register the application in the Cisco API Console. Only Smart Net Total Care customers and Partner Support Service partners get access.',
    wait: 'Your service contract decides; Cisco names no time.',
    note: 'Cisco tells when cover ends, and not when it began.',
    link: { label: 'Cisco API Console', url: 'https://apiconsole.cisco.com' },
  },
  meraki: {
    needs: 'One API key of a dashboard administrator.',
    where:
      'In your own profile of the Meraki dashboard. An administrator may have two keys, and the organization must allow API access.',
    wait: 'At once: you make the key yourself.',
    note: 'Meraki publishes no hardware warranties. Lookups tell when the license ends.',
    link: { label: 'Meraki dashboard', url: 'https://dashboard.meraki.com' },
  },
};
