import { publicVendorBases } from '@warranty/contracts/vendors';
import { useConfig } from '../../shared/server/config.ts';
import { RecentRequests } from './RecentRequests.tsx';
import { ResponsePanel } from './ResponsePanel.tsx';
import { TesterCard } from './TesterCard.tsx';
import type { TestResponse } from './test-response.ts';
import type { TesterForm } from './tester-form.ts';
import { useTester } from './use-tester.ts';
import { useTesterForm } from './use-tester-form.ts';

interface ApiTesterProps {
  /** Called with every 2xx response. */
  onResponse?: (response: TestResponse) => void;
  onSuggestMappings: (data: unknown, sourceName: string) => void;
}

const ignore = () => {};

/** Calls a vendor API or any other API and shows the response. */
export function ApiTester({ onResponse = ignore, onSuggestMappings }: ApiTesterProps) {
  const config = useConfig();
  const tester = useTester(onResponse);
  const fields = useTesterForm();
  const bases = config?.vendorBases;
  const sendSample = (form: TesterForm) => {
    fields.replace(form);
    if (bases) tester.send({ form, bases });
  };
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @4xl:grid-cols-2">
        <TesterCard
          fields={fields}
          bases={bases ?? publicVendorBases}
          isReady={bases !== undefined}
          isSending={tester.isSending}
          isBusy={tester.isSending || tester.isRelaying}
          onSend={() => bases && tester.send({ form: fields.form, bases })}
          onCancel={tester.cancel}
        />
        <div className="min-w-0 space-y-6 @4xl:sticky @4xl:top-6">
          <ResponsePanel
            tester={tester}
            config={config}
            onSuggestMappings={onSuggestMappings}
            onFillSample={fields.replace}
            onSendSample={sendSample}
          />
          <RecentRequests onChoose={fields.replace} />
        </div>
      </div>
    </div>
  );
}
