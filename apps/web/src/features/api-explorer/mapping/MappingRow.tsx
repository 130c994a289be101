import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { ArrowRight, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { CopyButton } from '../../../ui/button/CopyButton.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';

interface MappingRowProps {
  mapping: JsonMapping;
  note: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

export function MappingRow({ mapping, note, onEdit, onRemove }: MappingRowProps) {
  const { sourcePath, alias, mode, delimiter } = mapping;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere font-mono text-sm">{sourcePath}</span>
          <span className="flex min-w-0 items-center gap-2">
            <ArrowRight aria-label="becomes" size={14} className="shrink-0 text-ink-3" />
            <span className="min-w-0 wrap-anywhere font-medium">{alias}</span>
          </span>
        </p>
        {note && (
          <p className="mt-0.5 flex gap-1.5 text-expiring text-sm">
            <TriangleAlert aria-hidden size={14} className="mt-0.75 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{note}</span>
          </p>
        )}
      </div>
      <div className="flex flex-1 items-center justify-end gap-1 whitespace-nowrap">
        <span className="mr-auto flex gap-1 sm:mr-1">
          <Badge tone={mode === 'value' ? 'neutral' : 'accent'}>{mode}</Badge>
          {delimiter !== undefined && (
            <Badge title="The delimiter">
              <span className="sr-only">delimiter </span>
              <span className="whitespace-pre font-mono">{JSON.stringify(delimiter)}</span>
            </Badge>
          )}
        </span>
        <CopyButton iconOnly size="sm" text={sourcePath} label={`Copy path ${sourcePath}`} />
        <IconButton
          size="sm"
          tooltip
          data-action="Edit"
          label={`Edit ${alias}`}
          icon={Pencil}
          onClick={onEdit}
        />
        <IconButton
          size="sm"
          tooltip
          data-action="Remove"
          label={`Remove ${alias}`}
          icon={Trash2}
          onClick={onRemove}
        />
      </div>
    </div>
  );
}
