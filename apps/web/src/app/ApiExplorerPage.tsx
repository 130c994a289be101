import { ApiExplorerScreen } from '../features/api-explorer/ApiExplorerScreen.tsx';
import { ApiTester } from '../features/api-tester/ApiTester.tsx';

export default function ApiExplorerPage() {
  return (
    <ApiExplorerScreen
      external={(take) => (
        <ApiTester
          onResponse={({ data }) => take(data, false)}
          onSuggestMappings={(data) => take(data, true)}
        />
      )}
    />
  );
}
