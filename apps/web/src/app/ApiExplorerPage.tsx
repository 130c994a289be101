import { ApiExplorerScreen } from '../features/api-explorer/ApiExplorerScreen.tsx';
import { ApiTester } from '../features/api-tester/ApiTester.tsx';

export default function ApiExplorerPage() {
  return (
    <ApiExplorerScreen
      external={({ onResponse, onSuggestMappings }) => (
        <ApiTester onResponse={({ data }) => onResponse(data)} onSuggestMappings={onSuggestMappings} />
      )}
    />
  );
}
