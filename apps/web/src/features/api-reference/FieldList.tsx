import { formatCount } from '../../lib/format/format-number.ts';
import { Details } from '../../ui/layout/Details.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Prose } from './Prose.tsx';
import type { FieldGroup, FieldRow } from './schema-fields.ts';

/** In a request, required fields are marked. In a reply, those that may be missing. */
export type FieldUse = 'request' | 'reply';

interface FieldListProps {
  /** For screen readers. */
  label: string;
  fields: readonly FieldRow[];
  use: FieldUse;
}

/** Name and type of each field next to its meaning. Fields inside a field can be opened. */
export function FieldList({ label, fields, use }: FieldListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-card border border-line bg-surface">
      {fields.map((field) => (
        <li key={field.name} className="grid gap-x-6 gap-y-1 px-4 py-3 @2xl:grid-cols-[14rem_minmax(0,1fr)]">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <code className="wrap-anywhere font-medium text-sm">{field.name}</code>
              <Mark use={use} required={field.required} />
            </div>
            <p className="wrap-anywhere text-ink-3 text-xs">{field.type}</p>
          </div>
          <div className="min-w-0 space-y-1.5">
            <Meaning field={field} />
          </div>
          {field.inner.length > 0 && (
            <div className="min-w-0 @2xl:col-span-2">
              <Inner name={field.name} groups={field.inner} use={use} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Mark({ use, required }: { use: FieldUse; required: boolean }) {
  if (use === 'request') return required && <Badge tone="accent">Required</Badge>;
  return !required && <Badge>Optional</Badge>;
}

function Meaning({ field: { description, values, limits } }: { field: FieldRow }) {
  return (
    <>
      {description && (
        <p className="wrap-anywhere">
          <Prose>{description}</Prose>
        </p>
      )}
      {values.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {values.map((value) => (
            <code key={value} className="wrap-anywhere rounded-sm bg-sunken px-1 py-0.5 text-xs">
              {value}
            </code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="wrap-anywhere text-ink-2 text-sm">{limits.join(' · ')}</p>}
    </>
  );
}

function Inner({ name, groups, use }: { name: string; groups: readonly FieldGroup[]; use: FieldUse }) {
  const count = groups.reduce((sum, { fields }) => sum + fields.length, 0);
  return (
    <Details summary={<span className="wrap-anywhere">{`${formatCount(count, 'field')} of ${name}`}</span>}>
      <FieldGroups label={name} groups={groups} use={use} />
    </Details>
  );
}

interface FieldGroupsProps {
  label: string;
  groups: readonly FieldGroup[];
  use: FieldUse;
}

/** The fields of an object, or of each kind of it. */
export function FieldGroups({ label, groups, use }: FieldGroupsProps) {
  return (
    <div className="space-y-3">
      {groups.map(({ title, fields }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: kinds of an object may have no name
        <div key={index}>
          {title && <p className="mb-1 wrap-anywhere font-mono text-ink-2 text-sm">{title}</p>}
          <FieldList
            label={title ? `Fields of ${label}, ${title}` : `Fields of ${label}`}
            fields={fields}
            use={use}
          />
        </div>
      ))}
    </div>
  );
}
