import { CircleAlert, FileText, Upload, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Accept, type DropzoneState, ErrorCode, type FileRejection, useDropzone } from 'react-dropzone';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import { Spinner } from '../feedback/Spinner.tsx';

interface DropzoneProps {
  /** The button label, for example "Choose a CSV file". */
  label: string;
  /** Accepted types and size, as text. */
  hint: string;
  accept?: Accept;
  maxSize?: number;
  onFile: (file: File) => void;
  /** The selected file. The area shows it and still accepts another one. */
  file?: { name: string; size: number } | null | undefined;
  onClear?: () => void;
  disabled?: boolean;
  busy?: boolean;
  error?: ReactNode;
  /**
   * Other ways to provide the file. The button is then the first of them, and clicking the area no longer opens the file
   * dialog.
   */
  extraActions?: ReactNode;
  /** They are what most people want, so the button follows them. */
  extraActionsFirst?: boolean;
  /** Text after the buttons; defaults to "or drop it here". */
  prompt?: string;
  /** Custom messages for rejected files; each has a default. */
  rejectionMessages?: Partial<Record<Refusal, string>>;
  onReject?: (reason: Refusal) => void;
}

type Refusal = 'type' | 'size' | 'count';

/** Accepts one file by drop, paste or the file dialog. */
export function Dropzone(props: DropzoneProps) {
  const {
    label,
    hint,
    accept,
    maxSize,
    onFile,
    file,
    onClear,
    disabled = false,
    busy = false,
    extraActions,
    extraActionsFirst = false,
    prompt = 'or drop it here',
    rejectionMessages,
    onReject,
  } = props;
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const zone = useDropzone({
    ...(accept && { accept }),
    ...(maxSize !== undefined && { maxSize }),
    multiple: false,
    noKeyboard: true,
    noClick: extraActions !== undefined,
    disabled: disabled || busy,
    // Rejects several files instead of taking the first, which may not be the intended one.
    onDrop: ([first], rejections) => {
      setRefusal(rejections.length > 0 ? sentence(rejections, hint, rejectionMessages) : null);
      if (rejections.length > 0) onReject?.(reasonOf(rejections));
      if (first && rejections.length === 0) onFile(first);
    },
  });
  const error = refusal ?? props.error;
  const isOff = disabled || busy;
  const describedBy = error ? `${id}error ${id}hint` : `${id}hint`;
  return (
    <div>
      <div
        {...zone.getRootProps()}
        className={classes(
          area,
          areaLook(zone, isOff, Boolean(error)),
          !extraActions && !isOff && 'cursor-pointer',
        )}
      >
        <input {...zone.getInputProps({ style: { display: 'none' } })} />
        {busy ? (
          <Spinner size={24} className="text-accent" />
        ) : (
          <Upload aria-hidden size={24} className={disabled ? 'text-ink-3' : 'text-accent'} />
        )}
        {extraActions ? (
          <div className="my-3 flex flex-wrap justify-center gap-2">
            {extraActionsFirst && extraActions}
            <Button
              variant={extraActionsFirst ? 'secondary' : 'primary'}
              disabled={isOff}
              aria-describedby={describedBy}
              onClick={zone.open}
            >
              {label}
            </Button>
            {!extraActionsFirst && extraActions}
          </div>
        ) : (
          <button type="button" disabled={isOff} aria-describedby={describedBy} className={plainButton}>
            {label}
          </button>
        )}
        <p className={disabled ? 'text-ink-3' : 'text-ink-2'}>
          {invitation(zone.isDragActive, zone.isDragReject, prompt)}
        </p>
        <p id={`${id}hint`} className="mt-2 text-ink-3 text-sm">
          {hint}
        </p>
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${id}error`} className="mt-2 flex gap-1.5 text-danger text-sm">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
        )}
        {file && <ChosenFile file={file} onClear={onClear} disabled={isOff} />}
      </div>
    </div>
  );
}

const plainButton =
  'mt-2 min-h-6 rounded-sm px-1 font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong disabled:cursor-not-allowed disabled:text-ink-3 disabled:no-underline pointer-coarse:min-h-11';

const area =
  'flex flex-col items-center rounded-card border border-dashed px-4 py-8 text-center transition-colors duration-150 ease-out';

function areaLook(drag: DropzoneState, isOff: boolean, hasError: boolean): string {
  if (isOff) return 'cursor-not-allowed border-line bg-sunken';
  if (drag.isDragReject) return 'border-danger bg-expired-soft';
  if (drag.isDragActive) return 'border-accent bg-accent-soft';
  return `bg-control ${hasError ? 'border-danger' : 'border-line-strong hover:border-ink-3'}`;
}

function invitation(dragging: boolean, refused: boolean, prompt: string): string {
  if (!dragging) return prompt;
  return refused ? 'This file type is not supported' : 'Drop to use this file';
}

function reasonOf(rejections: FileRejection[]): Refusal {
  const code = rejections[0]?.errors[0]?.code;
  if (code === ErrorCode.TooManyFiles) return 'count';
  return code === ErrorCode.FileTooLarge ? 'size' : 'type';
}

function sentence(
  rejections: FileRejection[],
  hint: string,
  own: DropzoneProps['rejectionMessages'],
): string {
  const reason = reasonOf(rejections);
  if (reason === 'count') return own?.count ?? 'Drop one file at a time.';
  if (reason === 'size') return own?.size ?? `This file is too large. ${hint}`;
  return own?.type ?? `This file type is not supported. ${hint}`;
}

interface ChosenFileProps {
  file: { name: string; size: number };
  onClear: (() => void) | undefined;
  disabled: boolean;
}

function ChosenFile({ file, onClear, disabled }: ChosenFileProps) {
  return (
    <div className="mt-2 flex min-h-11 items-center gap-2 rounded-control border border-line bg-surface px-3 py-1">
      <FileText aria-hidden size={16} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate" title={file.name}>
        {file.name}
      </span>
      <span className="shrink-0 text-ink-2 text-sm tabular-nums">{formatBytes(file.size)}</span>
      {onClear && (
        <IconButton
          label={`Remove ${file.name}`}
          icon={<X aria-hidden size={16} />}
          size="sm"
          disabled={disabled}
          onClick={onClear}
          className="-mr-1"
        />
      )}
    </div>
  );
}
