import { CircleAlert, Upload } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type Accept, type DropzoneState, ErrorCode, type FileRejection, useDropzone } from 'react-dropzone';
import { Button } from '../button/Button.tsx';
import { classes } from '../classes.ts';

interface DropzoneProps {
  /** The button label, for example "Choose a CSV file". */
  label: string;
  /** Accepted types and size, as text. */
  hint: string;
  accept: Accept;
  maxSize?: number;
  onFile: (file: File) => void;
  /** Takes no file. The page says why. */
  disabled?: boolean;
  error: ReactNode;
  /**
   * Other ways to provide the file. The button is then the first of them, and clicking the area no longer opens the file
   * dialog.
   */
  extraActions?: ReactNode;
  /** They are what most people want, so the button follows them. */
  extraActionsFirst?: boolean;
  /** Text after the buttons; defaults to "or drop it here". */
  prompt?: string;
  /** The message about the size is needed with a `maxSize`. */
  rejectionMessages: Partial<Record<Refusal, string>>;
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
    extraActions,
    extraActionsFirst = false,
    prompt = 'or drop it here',
    rejectionMessages,
    onReject,
    disabled = false,
  } = props;
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const zone = useDropzone({
    accept,
    ...(maxSize !== undefined && { maxSize }),
    multiple: false,
    disabled,
    noKeyboard: true,
    noClick: extraActions !== undefined,
    // Rejects several files instead of taking the first, which may not be the intended one.
    onDrop: ([first], rejections) => {
      const reason = reasonOf(rejections);
      setRefusal((reason && rejectionMessages[reason]) ?? null);
      if (reason) onReject?.(reason);
      else if (first) onFile(first);
    },
  });
  const error = refusal ?? props.error;
  const describedBy = error ? `${id}error ${id}hint` : `${id}hint`;
  return (
    <div>
      <div
        {...zone.getRootProps()}
        className={classes(
          area,
          areaLook(zone, Boolean(error)),
          !(extraActions || disabled) && 'cursor-pointer',
        )}
      >
        <input {...zone.getInputProps({ style: { display: 'none' } })} />
        <Upload aria-hidden size={24} className="text-accent" />
        {extraActions ? (
          <div className="my-3 flex flex-wrap justify-center gap-2">
            {extraActionsFirst && extraActions}
            <Button
              variant={extraActionsFirst ? 'secondary' : 'primary'}
              aria-describedby={describedBy}
              onClick={zone.open}
            >
              {label}
            </Button>
            {!extraActionsFirst && extraActions}
          </div>
        ) : (
          <button type="button" disabled={disabled} aria-describedby={describedBy} className={plainButton}>
            {label}
          </button>
        )}
        <p className="text-ink-2">{invitation(zone.isDragActive, zone.isDragReject, prompt)}</p>
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
      </div>
    </div>
  );
}

const plainButton =
  'mt-2 min-h-6 rounded-sm px-1 font-medium text-accent underline decoration-1 underline-offset-4 enabled:hover:text-accent-strong disabled:text-ink-3 disabled:no-underline pointer-coarse:min-h-11';

const area =
  'flex flex-col items-center rounded-card border border-dashed px-4 py-8 text-center transition-colors duration-150 ease-out';

function areaLook(drag: DropzoneState, hasError: boolean): string {
  if (drag.isDragReject) return 'border-danger bg-expired-soft';
  if (drag.isDragActive) return 'border-accent bg-accent-soft';
  return `bg-control ${hasError ? 'border-danger' : 'border-line-strong hover:border-ink-3'}`;
}

function invitation(dragging: boolean, refused: boolean, prompt: string): string {
  if (!dragging) return prompt;
  return refused ? 'This file type is not supported' : 'Drop to use this file';
}

function reasonOf([rejection]: FileRejection[]): Refusal | null {
  if (!rejection) return null;
  const code = rejection.errors[0]?.code;
  if (code === ErrorCode.TooManyFiles) return 'count';
  return code === ErrorCode.FileTooLarge ? 'size' : 'type';
}
