import { useRouterState } from '@tanstack/react-router';
import { openApiDocument } from '@warranty/contracts/system';
import { Braces } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { NeighborLinks } from '../../ui/layout/NeighborLinks.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { EndpointName } from './EndpointName.tsx';
import { EndpointView } from './EndpointView.tsx';
import { EntryLink } from './EntryLink.tsx';
import type { Entry } from './entries.ts';
import { Overview } from './Overview.tsx';
import { ReferenceNav } from './ReferenceNav.tsx';
import { ReferencePicker } from './ReferencePicker.tsx';
import { type Reference, useReference } from './use-reference.ts';

/** The reference of this API, made from the OpenAPI document of this server. */
export default function ApiReferenceScreen() {
  const { reference, error, refetch } = useReference();
  return (
    <div className="space-y-6">
      <ScreenHeader
        badge={reference && <Badge>Version {reference.document.info.version}</Badge>}
        actions={
          <Button asChild icon={Braces} className="print:hidden">
            <a href={openApiDocument.path}>OpenAPI document</a>
          </Button>
        }
      />
      {reference && <Content reference={reference} />}
      {!reference && !error && <LoadingState />}
      {error && (
        <LoadFailed
          title="Failed to load the API reference"
          reason={userMessageOr(error, 'The server could not be reached.')}
          onRetry={refetch}
        />
      )}
    </div>
  );
}

function Content({ reference }: { reference: Reference }) {
  const { document, groups } = reference;
  const entries = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const { entry, isUnknown, place } = useEntry(entries);
  // In memory only, and for all endpoints: gone when the user leaves this page.
  const [token, setToken] = useState('');
  const guide = document['x-guide'];
  const list = { guideTitle: guide.title, groups, current: entry?.anchor ?? '' };
  return (
    <div className="@container">
      <div className="@4xl:grid @4xl:grid-cols-[16rem_minmax(0,1fr)] @4xl:items-start @4xl:gap-8">
        <div className="sticky top-4 hidden @4xl:block print:hidden">
          <ReferenceNav {...list} />
        </div>
        <div className="sticky top-0 z-20 -mx-1 bg-canvas px-1 py-2 @4xl:hidden print:hidden">
          <ReferencePicker {...list} />
        </div>
        <article
          ref={place}
          tabIndex={-1}
          aria-label={entry ? `${entry.method} ${entry.path}` : guide.title}
          className="@container min-w-0 scroll-mt-16 pt-4 focus-visible:outline-none @4xl:scroll-mt-4 @4xl:pt-0"
        >
          {isUnknown && <Alert title="This server has no endpoint with this address." live="status" />}
          {entry ? (
            <>
              <EndpointView entry={entry} reference={reference} token={token} onToken={setToken} />
              <Neighbors entries={entries} entry={entry} />
            </>
          ) : (
            <Overview guide={guide} groups={groups} />
          )}
        </article>
      </div>
    </div>
  );
}

interface NeighborsProps {
  entries: readonly Entry[];
  entry: Entry;
}

/** The endpoints before and after this one. */
function Neighbors({ entries, entry }: NeighborsProps) {
  return (
    <NeighborLinks
      label="Previous and next endpoint"
      items={entries}
      current={entry}
      link={({ anchor }, className, content) => <EntryLink {...{ anchor, className }}>{content}</EntryLink>}
    >
      {(neighbor) => (
        <span className="min-w-0 wrap-anywhere font-mono text-xs">
          <EndpointName {...neighbor} />
        </span>
      )}
    </NeighborLinks>
  );
}

const isAnchor = /^(?:get|post|put|patch|delete)-/;

/** The endpoint in the address. Other places of the page, such as the target of "Skip to content", do not change it. */
function useEntry(entries: readonly Entry[]) {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [shown, setShown] = useState('');
  const isKnown = hash === '' || entries.some(({ anchor }) => anchor === hash);
  if (isKnown && hash !== shown) setShown(hash);
  const place = useRef<HTMLElement>(null);
  useFocusOnChange(hash, isKnown, place);
  return {
    /** Undefined for the overview. */
    entry: entries.find(({ anchor }) => anchor === shown),
    /** The address names an endpoint that this server does not have. */
    isUnknown: !isKnown && isAnchor.test(hash),
    /** The part of the page that shows it. */
    place,
  };
}

/** Like a link within a page: the focus moves to the new content, and its start is in view. Not on the first page. */
function useFocusOnChange(hash: string, isKnown: boolean, place: RefObject<HTMLElement | null>): void {
  const before = useRef(hash);
  useEffect(() => {
    if (!isKnown || before.current === hash) return;
    before.current = hash;
    const element = place.current;
    element?.focus({ preventScroll: true });
    // What is already in view stays where it is.
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }, [hash, isKnown, place]);
}
