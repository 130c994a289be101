import { CopyButton } from '../button/CopyButton.tsx';
import { classes } from '../classes.ts';
import { ScrollArea } from '../layout/ScrollArea.tsx';

interface CodeProps {
  children: string;
  /** What the copy button copies, as in "Copy serial". Shows the button if set. */
  copyLabel?: string;
  className?: string;
}

/** Inline code for tags, serials and paths. */
export function Code({ children, copyLabel, className }: CodeProps) {
  return (
    <span className={classes('inline-flex max-w-full items-center gap-1', className)}>
      <code className="min-w-0 wrap-anywhere rounded-sm bg-sunken px-1 py-0.5 text-sm">{children}</code>
      {copyLabel && <CopyButton text={children} label={copyLabel} iconOnly size="sm" />}
    </span>
  );
}

interface CodeBlockProps {
  /** Label of the block and, after "Copy", of its button. */
  label: string;
  onCopied?: () => void;
  children: string;
  className?: string;
}

/** Preformatted lines with a copy button. */
export function CodeBlock({ label, onCopied, children, className }: CodeBlockProps) {
  return (
    <div className="flex items-start rounded-control border border-line bg-sunken">
      <ScrollArea label={label} className={classes('min-w-0 flex-1 rounded-control p-4', className)}>
        <pre className="w-max min-w-full text-sm">
          <code>{children}</code>
        </pre>
      </ScrollArea>
      <CopyButton
        text={children}
        label={`Copy ${label}`}
        onCopied={onCopied}
        iconOnly
        size="sm"
        className="m-2.5 ml-0"
      />
    </div>
  );
}
