import type { Operation } from '@warranty/contracts/core/openapi';
import { Details } from '../../ui/layout/Details.tsx';
import { Code } from '../../ui/text/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import { type ErrorsOfStatus, errorsOf } from './errors.ts';
import type { Reference } from './use-reference.ts';

interface ErrorListProps {
  operation: Operation;
  reference: Reference;
}

/** The errors of an endpoint by status. Those of every endpoint are one click away. */
export function ErrorList({ operation, reference: { common, document } }: ErrorListProps) {
  const { own, shared } = errorsOf(operation, common, document.components.schemas);
  const count = shared.reduce((sum, { errors }) => sum + errors.length, 0);
  return (
    <div className="space-y-3">
      <p className="text-ink-2">
        An error has a message for people (<Code>error</Code>) and a word for programs (<Code>code</Code>).
        The request ID is in the <Code>X-Request-Id</Code> header.
      </p>
      {own.length > 0 && <Statuses label="Errors of this endpoint" statuses={own} />}
      <Details summary={`Errors of every endpoint (${count})`}>
        <Statuses label="Errors of every endpoint" statuses={shared} />
      </Details>
    </div>
  );
}

interface StatusesProps {
  label: string;
  statuses: readonly ErrorsOfStatus[];
}

function Statuses({ label, statuses }: StatusesProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
      {statuses.map(({ status, errors, schema }) => (
        <li key={status} className="flex gap-4 px-4 py-3">
          <span className="w-8 shrink-0 font-medium text-expired tabular-nums">{status}</span>
          <div className="min-w-0 flex-1 space-y-2">
            {errors.map(({ code, message }) => (
              <div key={code}>
                <Code>{code}</Code>
                <p className="mt-0.5 wrap-anywhere text-ink-2">{message}</p>
              </div>
            ))}
            {schema && (
              <Details summary="Fields">
                <BodySchema label={`the ${status} response`} schema={schema} use="reply" />
              </Details>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
