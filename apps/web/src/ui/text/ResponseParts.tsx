import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { ScrollArea } from '../layout/ScrollArea.tsx';
import { Badge } from './Badge.tsx';

/** The status line of a response. */
export function ResponseStatus({ isGood, children }: { isGood: boolean; children: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <Badge tone={isGood ? 'active' : 'expired'} icon={Icon}>
      {children}
    </Badge>
  );
}

interface ResponseTextProps {
  text: string;
  /** Below the text, for example that it is cut. */
  note?: ReactNode;
  /** The height. */
  className: string;
}

/** The body of a response as text, never as HTML. */
export function ResponseText({ text, note, className }: ResponseTextProps) {
  if (text === '') return <p className="text-ink-2">The response has no body.</p>;
  return (
    <div>
      <ScrollArea
        label="Response body"
        className={classes('rounded-control border border-line bg-sunken p-3', className)}
      >
        <pre className="w-max min-w-full text-sm">
          <code>{text}</code>
        </pre>
      </ScrollArea>
      {note && <p className="mt-1 text-ink-2 text-sm">{note}</p>}
    </div>
  );
}
