import { FileSpreadsheet, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { useFocusOnce } from '../use-focus-once.ts';

interface FileSummaryProps {
  file: File;
  onRemove: () => void;
  disabled?: boolean;
  children?: ReactNode;
}

/** Always in KB, and at least 0.1 for a file that is not empty. */
function kilobytes(size: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${Math.max(size / 1024, size > 0 ? 0.1 : 0).toLocaleString('en-US', digits)} KB`;
}

export function FileSummary({ file, onRemove, disabled = false, children }: FileSummaryProps) {
  const heading = useFocusOnce<HTMLHeadingElement>();
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-strong">
        <FileSpreadsheet aria-hidden size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <h2
          ref={heading}
          tabIndex={-1}
          className="w-fit max-w-full wrap-anywhere rounded-sm font-semibold text-lg focus-visible:outline-offset-0"
        >
          {file.name}
        </h2>
        <p className="text-ink-2 text-sm tabular-nums">
          {kilobytes(file.size)}
          {children}
        </p>
      </div>
      <IconButton label={`Remove ${file.name}`} tooltip icon={X} disabled={disabled} onClick={onRemove} />
    </div>
  );
}
