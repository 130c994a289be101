import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { handle } from '../../lib/browser/organization.ts';
import { classes } from '../../ui/classes.ts';
import { useRefusal } from './rights.ts';

interface RoleGateProps {
  /** The call that the controls make. */
  endpoint: Endpoint;
  /** Whether the notice needs space of its own, in a card. */
  padded?: true;
  /** The space between what is in it, which the parent cannot set. */
  className?: string;
  children: ReactNode;
}

/** Disables the controls in it if the role of the person does not allow them, and says why. Links in it still work. */
export function RoleGate({ endpoint, padded, className, children }: RoleGateProps) {
  const refusal = useRefusal(endpoint);
  const reason = useId();
  // The same for the whole visit.
  if (handle === null) return children;
  return (
    <fieldset
      disabled={refusal !== null}
      aria-describedby={refusal === null ? undefined : reason}
      className={classes('min-w-0', className)}
    >
      <RoleNotice id={reason} refusal={refusal} padded={padded} />
      {children}
    </fieldset>
  );
}

interface RoleNoticeProps {
  /** The sentence of `useRefusal`. */
  refusal: string | null;
  id?: string;
  padded?: true | undefined;
}

/** Why the controls below it are disabled. */
export function RoleNotice({ refusal, id, padded }: RoleNoticeProps) {
  return (
    refusal !== null && (
      <p id={id} className={classes('flex items-start gap-2 text-ink-2', padded && 'px-5 py-4')}>
        <Lock aria-hidden size={16} className="mt-0.5 shrink-0 text-ink-3" />
        {refusal}
      </p>
    )
  );
}
