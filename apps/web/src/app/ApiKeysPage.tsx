import VendorKeysScreen from '../features/vendor-keys/VendorKeysScreen.tsx';
import { TestersButton } from './TestersButton.tsx';

export default function ApiKeysPage() {
  return <VendorKeysScreen actions={<TestersButton />} />;
}
