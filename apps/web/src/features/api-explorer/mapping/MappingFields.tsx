import {
  defaultDelimiter,
  type JsonMapping,
  type MappingMode,
  maxAliasLength,
  maxPathLength,
} from '@warranty/contracts/json-mapping';
import { type Ref, useId } from 'react';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { withPath } from './mapping-input.ts';
import type { MappingForm } from './use-mapping-form.ts';

const modes: { value: MappingMode; label: string; hint: string }[] = [
  { value: 'value', label: 'Value', hint: 'first match only' },
  { value: 'explode', label: 'Explode', hint: 'one row per match' },
  { value: 'join', label: 'Join', hint: 'all matches in one cell' },
];

interface MappingFieldsProps {
  form: MappingForm;
  /** Suggested while the user types a path. */
  proposals: readonly JsonMapping[];
  pathRef: Ref<HTMLInputElement>;
  className?: string;
}

export function MappingFields({ form, proposals, pathRef, className }: MappingFieldsProps) {
  const { typed, errors, change } = form;
  const paths = useId();
  const isJoin = typed.mode === 'join';
  return (
    <div className={classes('grid items-start gap-4 sm:grid-cols-2', className)}>
      <Field
        label="Source path"
        required
        error={errors.sourcePath}
        help={<PathHelp />}
        className="sm:col-span-2"
      >
        <Input
          ref={pathRef}
          mono
          list={paths}
          value={typed.sourcePath}
          onChange={(event) => change(withPath(typed, event.target.value, proposals))}
          placeholder="e.g. items[*].name"
          maxLength={maxPathLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <datalist id={paths}>
        {proposals.map(({ sourcePath }) => (
          <option key={sourcePath} value={sourcePath} />
        ))}
      </datalist>
      <Field label="Alias" required error={errors.alias} help="The column header in the CSV file.">
        <Input
          ref={form.aliasInput}
          value={typed.alias}
          onChange={(event) => change({ ...typed, alias: event.target.value })}
          placeholder="e.g. Serial Number"
          maxLength={maxAliasLength}
          autoComplete="off"
        />
      </Field>
      <div className={classes('grid items-start gap-4', isJoin && 'grid-cols-[minmax(0,1fr)_6rem]')}>
        <Field label="Mode" error={errors.mode}>
          <Select
            options={modes}
            value={typed.mode}
            onValueChange={(mode) => change({ ...typed, mode: mode as MappingMode })}
          />
        </Field>
        {isJoin && (
          <Field label="Delimiter" error={errors.delimiter}>
            <Input
              mono
              value={typed.delimiter}
              onChange={(event) => change({ ...typed, delimiter: event.target.value })}
              placeholder={defaultDelimiter}
              maxLength={20}
              autoComplete="off"
            />
          </Field>
        )}
      </div>
    </div>
  );
}

function PathHelp() {
  return (
    <>
      Separate keys with dots. Use <code className="font-mono">[0]</code> for one element and{' '}
      <code className="font-mono">[*]</code> for all elements. Quote keys that contain dots:{' '}
      <code className="font-mono">["a.b"]</code>
    </>
  );
}
