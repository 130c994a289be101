import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { Download } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { isUserMismatch } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/Card.tsx';
import { ScrollArea } from '../../ui/layout/ScrollArea.tsx';
import { hasPages } from './all-pages.ts';
import { EndpointSelect, SensitiveBadge } from './EndpointSelect.tsx';
import { ParameterFields } from './ParameterFields.tsx';
import { type Explorer, useCatalog } from './use-explorer.ts';

/** Our own endpoints: selection, parameters and the fetch button. */
export function InternalTab({ explorer }: { explorer: Explorer }) {
  const { data: catalog, error, isFetching, refetch } = useCatalog();
  if (isFetching)
    return (
      // As tall as the form, so that the response below it does not move.
      <div className="min-h-60">
        <LoadingState label="Loading API endpoints..." />
      </div>
    );
  if (!catalog) {
    return (
      <LoadFailed
        title="Failed to load API endpoints. Please check your authentication and try again."
        reason={userMessageOr(error, 'The server returned an unexpected response.')}
        onRetry={() => (isUserMismatch(error) ? location.reload() : refetch())}
      />
    );
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>Internal endpoint</CardTitle>
        <CardDescription>{catalog.description}</CardDescription>
      </CardHeader>
      <CardBody>
        <EndpointForm explorer={explorer} endpoints={catalog.endpoints} />
      </CardBody>
    </Card>
  );
}

function EndpointForm({ explorer, endpoints }: { explorer: Explorer; endpoints: CatalogEndpoint[] }) {
  const { endpoint, values, errors, isFetching, failure } = explorer.state;
  const form = useRef<HTMLFormElement>(null);
  const select = useRef<HTMLButtonElement>(null);
  // Focus the first invalid field, or the endpoint list if none is selected.
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!endpoint) select.current?.focus();
    explorer.fetchData();
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <EndpointSelect ref={select} endpoints={endpoints} chosen={endpoint} onChoose={explorer.choose} />
      {endpoint && (
        <>
          <div className="flex flex-wrap items-center gap-2 text-ink-2">
            <p className="min-w-0 flex-[1_1_12rem]">{endpoint.summary}</p>
            {endpoint.sensitive && <SensitiveBadge />}
          </div>
          {endpoint.sensitive && (
            <Alert
              tone="warning"
              title="This endpoint contains sensitive data. Use caution when exporting or sharing results."
            />
          )}
          <ParameterFields endpoint={endpoint} values={values} errors={errors} onChange={explorer.setValue} />
          {hasPages(endpoint) && (
            <Checkbox
              label="All pages"
              description="Fetches page after page and joins them into one response."
              checked={explorer.allPages}
              onCheckedChange={explorer.setAllPages}
            />
          )}
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        icon={Download}
        busy={isFetching}
        busyLabel="Fetching..."
        className="w-full"
      >
        Fetch Data
      </Button>
      {failure !== null && <FetchFailed message={failure} />}
    </form>
  );
}

/** A proxy may reply with an entire HTML page. */
const maxShownChars = 2000;

function FetchFailed({ message }: { message: string }) {
  const shown = message.length > maxShownChars ? `${message.slice(0, maxShownChars)}…` : message;
  return (
    <Alert tone="danger" live="alert" title="Error Fetching Data">
      <ScrollArea label="Error response" className="max-h-40 whitespace-pre-wrap">
        {shown}
      </ScrollArea>
    </Alert>
  );
}
