import { ActivitySection } from '../features/account/ActivitySection.tsx';
import { SessionsSection } from '../features/account/SessionsSection.tsx';
import VendorKeysScreen from '../features/vendor-keys/VendorKeysScreen.tsx';
import { TestersButton } from './TestersButton.tsx';

export default function ApiKeysPage() {
  return (
    <>
      <VendorKeysScreen actions={<TestersButton />} />
      <div className="mt-8 space-y-8">
        <SessionsSection />
        <ActivitySection />
      </div>
    </>
  );
}
