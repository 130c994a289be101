import { type Scope, scopeLabels, scopes } from '@warranty/contracts/access';
import { CircleAlert } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Code } from '../../ui/text/Code.tsx';

interface ScopeFieldProps {
  ref: Ref<HTMLFieldSetElement>;
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
  isMissing: boolean;
}

/** What a new token may do: one box for each scope. */
export function ScopeField({ ref, chosen, onChange, isMissing }: ScopeFieldProps) {
  const errorId = useId();
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(scopes.filter((each) => (each === scope ? isChosen : chosen.includes(each))));
  return (
    <fieldset ref={ref} aria-describedby={isMissing ? errorId : undefined}>
      <legend className="mb-1 font-medium text-base">The token may</legend>
      <div className="space-y-1.5">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            checked={chosen.includes(scope)}
            onCheckedChange={(isChosen) => toggle(scope, isChosen)}
            label={scopeLabels[scope]}
            description={<Code>{scope}</Code>}
          />
        ))}
      </div>
      <div aria-live="polite">
        {isMissing && (
          <p id={errorId} className="mt-1 flex gap-1.5 text-danger text-sm">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            Choose at least one
          </p>
        )}
      </div>
      <p className="mt-1 text-ink-2 text-sm">{scopeHelp(chosen)}This cannot be changed later.</p>
    </fieldset>
  );
}

/** With a space at its end, unless it is empty. */
function scopeHelp(chosen: readonly Scope[]): string {
  if (chosen.length === 0) return '';
  if (!chosen.includes('runs:write')) return 'Reads and looks up, and changes nothing. ';
  return chosen.includes('runs:read')
    ? 'Can also start, change and delete your bulk runs. '
    : 'To follow the runs that it starts and download their results, it must also read them. ';
}
