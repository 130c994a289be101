import { Alert } from '../../ui/Alert.tsx';
import { ScrollArea } from '../../ui/ScrollArea.tsx';

/** A server in between may answer with a whole page. */
const mostShown = 2000;

export function FetchFailed({ message }: { message: string }) {
  const shown = message.length > mostShown ? `${message.slice(0, mostShown)}…` : message;
  return (
    <Alert tone="danger" live="alert" title="Error Fetching Data">
      <ScrollArea label="The answer" className="max-h-40 whitespace-pre-wrap">
        {shown}
      </ScrollArea>
    </Alert>
  );
}
