/** Header, body and footer shared by Dialog, Sheet and ConfirmDialog. */
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import { ScrollArea } from '../layout/ScrollArea.tsx';

export const overlayStyle = 'fixed inset-0 z-50 animate-appear bg-scrim data-[state=closed]:animate-vanish';

export const dialogFrame = [
  'fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] -translate-y-1/2 flex-col overflow-hidden',
  'rounded-card border border-line bg-surface shadow-float animate-appear data-[state=closed]:animate-vanish',
  'focus-visible:outline-none',
].join(' ');

interface DialogHeaderProps {
  title: string;
  description: ReactNode;
  /** Shown before the close button. */
  actions?: ReactNode;
}

export function DialogHeader({ title, description, actions }: DialogHeaderProps) {
  return (
    <header className={classes('flex items-start gap-4 py-4 pl-6', actions ? 'pr-13' : 'pr-16')}>
      <div className="min-w-0 flex-1">
        <Primitive.Title className="wrap-anywhere font-semibold text-xl">{title}</Primitive.Title>
        {description && (
          <Primitive.Description className="wrap-anywhere mt-1 text-ink-2">
            {description}
          </Primitive.Description>
        )}
      </div>
      {actions && <div className="-mt-1 flex pointer-coarse:-mt-2">{actions}</div>}
    </header>
  );
}

/** Last in tab order, so that a dialog opens with the focus on its first field. */
export function DialogCloseButton() {
  return (
    <div className="absolute top-3 right-3 pointer-coarse:top-2 pointer-coarse:right-2">
      <Primitive.Close asChild>
        <IconButton label="Close" icon={X} />
      </Primitive.Close>
    </div>
  );
}

export function DialogBody({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea label={label} className="min-h-0 flex-1 px-6 pt-1 pb-6">
      <div>{children}</div>
    </ScrollArea>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-6 py-4 max-sm:*:flex-1">
      {children}
    </footer>
  );
}
