import { type Vendor, vendorBases, vendorsWithKeys } from '@warranty/contracts/vendors';
import { keyNames } from '@warranty/contracts/vendors/vendor';

const list = new Intl.ListFormat('en-GB');

/** The sentence in README.md about vendors that need the user's own keys. */
export const ownKeysSentence = `${list.format(
  vendorsWithKeys.filter(({ id }) => id !== 'dell').map(({ name }) => name),
)} work with your own API keys.`;

const devices = (count: number) => (count === 1 ? '1 device' : `up to ${count} devices`);

function limits({ rate, serialsPerCall }: Vendor): string {
  const each = rate.per === 'request' ? 'requests' : 'lookups';
  const daily = rate.callsPerDay === null ? '' : `, ${rate.callsPerDay} per day`;
  return `${rate.callsPerSecond} ${each} per second${daily}; ${devices(serialsPerCall)} per call`;
}

function vendorRow(vendor: Vendor): string {
  const { name, coverKind, neededKeys } = vendor;
  const keys = list.format(neededKeys.map((type) => keyNames[type]));
  return `| ${name} | ${coverKind} | ${keys} | ${limits(vendor)} |`;
}

/** The content of docs/vendors.md. */
export function vendorsMarkdown(): string {
  const hosts = vendorBases.map(
    ({ url, variable, description }) => `| \`${variable}\` | ${description} | ${url} |`,
  );
  return `# Vendors

<!-- Generated from packages/contracts/src/vendors by \`npm run docs\`. -->

Dell also works with the server's own credentials. The limits apply to each credential, across all processes.

The connectors were built from the vendors' documentation and are tested with the simulator in \`apps/vendor-sim\`. None of them has been
used with a real vendor yet. What a vendor does differently from its documentation is not known: test your keys, compare the first results
with the vendor's own page, and report what differs.

| Vendor | Dates | Keys | Limits |
|---|---|---|---|
${vendorsWithKeys.map(vendorRow).join('\n')}

Hosts that are called, and the settings that change them:

| Setting | Host | Default |
|---|---|---|
${hosts.join('\n')}
`;
}
