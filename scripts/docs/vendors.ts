import { type Vendor, vendorBases, vendorsWithKeys } from '@warranty/contracts/vendors';
import { keyNames } from '@warranty/contracts/vendors/vendor';

const list = new Intl.ListFormat('en-GB');

/** The sentence in README.md about vendors that need the user's own keys. */
export const ownKeysSentence = `${list.format(
  vendorsWithKeys.filter(({ id }) => id !== 'dell').map(({ name }) => name),
)} work with your own API keys.`;

function limits({ rate, batchSize }: Vendor): string {
  const each = rate.per === 'request' ? 'requests' : 'lookups';
  const daily = rate.callsPerDay === null ? '' : `, ${rate.callsPerDay} per day`;
  return `${rate.callsPerSecond} ${each} per second${daily}; ${batchSize} per call`;
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

| Vendor | Dates | Keys | Limits |
|---|---|---|---|
${vendorsWithKeys.map(vendorRow).join('\n')}

Hosts that are called, and the settings that change them:

| Setting | Host | Default |
|---|---|---|
${hosts.join('\n')}
`;
}
