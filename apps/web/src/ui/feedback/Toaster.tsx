import { CircleAlert, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import { closeToast, showDeferredToast, type ToastOptions, useToast } from './toast-store.ts';

const DURATION_MS = 5000;
const SWIPE_PX = 50;
const hotkey = ['F8'];

const look = [
  'flex animate-appear gap-3 rounded-control border bg-raised py-3 pr-3 pl-4 text-ink shadow-float',
  'data-[state=closed]:animate-vanish data-[swipe=end]:animate-leave-right',
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-[translate] data-[swipe=cancel]:duration-150',
].join(' ');

/**
 * Mounted once. At the top on phones, where dialogs have their buttons at the bottom. F8 moves the focus here; hovering or
 * focusing a toast pauses its timer.
 */
export function Toaster() {
  const current = useToast();
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(showDeferredToast, []);
  const close = (id: number) => {
    resumeClock(viewport.current);
    closeToast(id);
  };
  return (
    <Primitive.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {current && (
        <Primitive.Root
          key={current.id}
          open={current.open}
          onOpenChange={(open) => !open && close(current.id)}
          type={current.options.variant === 'destructive' ? 'foreground' : 'background'}
          duration={current.options.duration ?? DURATION_MS}
          className={classes(
            look,
            current.options.description ? 'items-start' : 'items-center',
            current.options.variant === 'destructive' ? 'border-danger' : 'border-line',
          )}
        >
          <Content {...current.options} />
        </Primitive.Root>
      )}
      <Primitive.Viewport
        ref={viewport}
        hotkey={hotkey}
        label="Notifications ({hotkey})"
        className="fixed top-0 right-0 z-60 w-full sm:top-auto sm:bottom-0 max-w-[420px] rounded-control p-4 focus-visible:-outline-offset-2"
      />
    </Primitive.Provider>
  );
}

/**
 * Radix pauses the timers of the whole viewport while a toast is hovered or focused, and does not resume them when that
 * toast closes: the next one would stay forever. Dispatching `focusout` resumes them.
 */
function resumeClock(viewport: HTMLElement | null): void {
  viewport?.parentElement?.dispatchEvent(new FocusEvent('focusout'));
}

function Content({ title, description, variant, action }: ToastOptions) {
  return (
    <>
      {variant === 'destructive' && (
        <CircleAlert
          aria-hidden
          size={16}
          className={classes('shrink-0 text-danger', description && 'mt-1')}
        />
      )}
      <div className="min-w-0 flex-1 py-0.5">
        <Primitive.Title className="wrap-anywhere font-medium">{title}</Primitive.Title>
        {description && (
          <Primitive.Description className="mt-0.5 wrap-anywhere text-ink-2">
            {description}
          </Primitive.Description>
        )}
      </div>
      {action && (
        // Announced with the toast, because the button is at the end of the page.
        <Primitive.Action altText={`${action.label}: press F8`} asChild onClick={action.onAction}>
          <Button size="sm">{action.label}</Button>
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <IconButton label="Close notification" icon={X} size="sm" />
      </Primitive.Close>
    </>
  );
}
