import { ActivitySection } from '../features/account/ActivitySection.tsx';
import { SessionsSection } from '../features/account/SessionsSection.tsx';
import { UsageSection } from '../features/account/UsageSection.tsx';
import VendorKeysScreen from '../features/vendor-keys/VendorKeysScreen.tsx';
import { TestersButton } from './TestersButton.tsx';

/** The user's vendor keys, followed by the rest of the user's account. */
export default function ApiKeysPage() {
  return (
    <VendorKeysScreen actions={<TestersButton />}>
      <UsageSection />
      <SessionsSection />
      <ActivitySection />
    </VendorKeysScreen>
  );
}
