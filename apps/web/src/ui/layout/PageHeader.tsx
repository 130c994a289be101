import type { ReactNode } from 'react';

interface PageHeaderProps {
  /** A link to the parent page. */
  back?: ReactNode;
  title: string;
  /** For an element that the title labels. */
  titleId?: string;
  badge?: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ back, title, titleId, badge, children, actions }: PageHeaderProps) {
  return (
    <header>
      {back && <div className="mb-2 text-sm">{back}</div>}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 id={titleId} className="wrap-anywhere font-semibold text-title tracking-tight">
              {title}
            </h1>
            {badge}
          </div>
          {children && <p className="mt-1 max-w-180 text-ink-2 text-lg">{children}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
