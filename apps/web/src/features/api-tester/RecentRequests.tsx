import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { focusAfterRemoval } from '../../ui/focus-after-removal.ts';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/Card.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { formOf, type RecentRequest } from './recent-request.ts';
import { clearRecentRequests, useRecentRequests } from './recent-requests.ts';
import { selectedOperation, type TesterForm } from './tester-form.ts';

function wordsOf(request: RecentRequest): string {
  if (request.customUrl) return request.url;
  const { vendor, operation } = selectedOperation(formOf(request));
  const values = Object.values(request.parameters).filter((value) => value !== '');
  return [`${vendor?.name ?? request.vendor}: ${operation?.name ?? request.operation}`, ...values].join(', ');
}

/** Recent requests of this browser, which can be sent again. */
export function RecentRequests({ onChoose }: { onChoose: (form: TesterForm) => void }) {
  const requests = useRecentRequests();
  const title = useId();
  if (requests.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader
        action={
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden size={16} />}
            onClick={({ currentTarget }) => {
              focusAfterRemoval(currentTarget);
              clearRecentRequests();
            }}
          >
            Clear
          </Button>
        }
      >
        <CardTitle id={title}>Recent requests</CardTitle>
        <CardDescription>
          Saved in this browser without keys, header values or bodies. Of a custom URL, only the server is
          saved.
        </CardDescription>
      </CardHeader>
      <CardBody>
        <ul className="-mx-2 max-h-60 overflow-y-auto">
          {requests.map((request) => (
            <li key={JSON.stringify(request)}>
              <button
                type="button"
                onClick={() => onChoose(formOf(request))}
                className="flex w-full items-start gap-2 rounded-control px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
              >
                <Badge>{request.method}</Badge>
                <span className="wrap-anywhere min-w-0 py-0.5 text-sm">{wordsOf(request)}</span>
              </button>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
