import { Alert } from '../../ui/Alert.tsx';
import { ScrollArea } from '../../ui/ScrollArea.tsx';

/** A proxy may reply with an entire HTML page. */
const maxShownChars = 2000;

export function FetchFailed({ message }: { message: string }) {
  const shown = message.length > maxShownChars ? `${message.slice(0, maxShownChars)}…` : message;
  return (
    <Alert tone="danger" live="alert" title="Error Fetching Data">
      <ScrollArea label="Error response" className="max-h-40 whitespace-pre-wrap">
        {shown}
      </ScrollArea>
    </Alert>
  );
}
