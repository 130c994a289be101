import { serve } from './serve.ts';

// Bare node:http: the same headers, the same JSON parsed and written, the same log line. Arguments: port, headers.
const [port, headersJson] = process.argv.slice(2);

const entitlement = { type: 'INITIAL', startDate: '2024-01-01', endDate: '2027-01-01', counted: true };

serve(port, headersJson, (text, _, send) => {
  const { modelNumber, manufacturer } = JSON.parse(text);
  send(
    JSON.stringify({
      modelNumber,
      manufacturer,
      status: 'active',
      startDate: '2024-01-01',
      endDate: '2027-01-01',
      entitlements: [entitlement, entitlement, entitlement],
    }),
  );
});
