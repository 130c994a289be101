import { callVendorOperation } from '@warranty/contracts/api-tester';
import { RoleGate } from '../../shared/session/RoleGate.tsx';
import { RecentRequests } from './RecentRequests.tsx';
import { ResponsePanel } from './ResponsePanel.tsx';
import { TesterCard } from './TesterCard.tsx';
import type { TestResponse } from './test-response.ts';
import { useTester } from './use-tester.ts';
import { useTesterForm } from './use-tester-form.ts';

interface ApiTesterProps {
  /** Called with every 2xx response. */
  onResponse?: (response: TestResponse) => void;
  onSuggestMappings: (data: unknown, sourceName: string) => void;
}

/** Calls a vendor API or any other API and shows the response. */
export function ApiTester({ onResponse, onSuggestMappings }: ApiTesterProps) {
  const tester = useTester(onResponse);
  const fields = useTesterForm();
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @4xl:grid-cols-2">
        <RoleGate endpoint={callVendorOperation} className="space-y-4">
          <TesterCard fields={fields} tester={tester} />
        </RoleGate>
        <div className="min-w-0 space-y-6 @4xl:sticky @4xl:top-6">
          <ResponsePanel tester={tester} onSuggestMappings={onSuggestMappings} onFill={fields.replace} />
          <RecentRequests onChoose={fields.replace} />
        </div>
      </div>
    </div>
  );
}
