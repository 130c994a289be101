import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { BackToHome } from './BackLink.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The heading of the screen, also shown in the browser tab before the product name. */
    title?: string;
    /** One sentence below the heading. */
    intro?: string | undefined;
    /** The page of the guide that explains the screen. */
    guide?: string;
  }
}

interface ScreenHeaderProps {
  /** A link to the parent page. */
  back?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The heading of the current screen, with the texts of its route. */
export function ScreenHeader({ back = <BackToHome />, badge, actions }: ScreenHeaderProps) {
  const { title = '', intro } = useMatch({ strict: false }).staticData;
  return (
    <PageHeader back={back} title={title} badge={badge} actions={actions}>
      {intro}
    </PageHeader>
  );
}

/** While the script of a screen is loading: its heading at once, with space for the link above it. */
export function ScreenPending() {
  const { title, intro } = useMatch({ strict: false }).staticData;
  return (
    <>
      {title && (
        <div aria-hidden>
          <PageHeader back={<span className="inline-flex min-h-6" />} title={title}>
            {intro}
          </PageHeader>
        </div>
      )}
      <LoadingState />
    </>
  );
}
