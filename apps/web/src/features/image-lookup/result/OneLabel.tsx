import { statusLabels } from '@warranty/domain/status-labels';
import { Camera, Tag, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useHandedFile } from '../../../lib/files/file-handoff.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { useConfig } from '../../../shared/server/config.ts';
import { statusNow } from '../../../shared/warranty/warranty-status.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { messages } from '../messages.ts';
import { PhotoArea } from '../photo/PhotoArea.tsx';
import { PhotoCanvas } from '../photo/PhotoCanvas.tsx';
import { steps } from '../photo/reading-steps.ts';
import { drawLabel, labelSamples } from '../photo/sample-label.ts';
import { type ImageState, useImageLookup } from '../use-image-lookup.ts';
import { ExtractedCard } from './ExtractedCard.tsx';
import { WarrantyCard } from './WarrantyCard.tsx';

/** One photo, one device. An inactive tab keeps its state but closes the camera. */
export function OneLabel({ active }: { active: boolean }) {
  const { state, readFile, takeReading, lookUp, reset } = useImageLookup();
  const now = useNow();
  usePastedImage(active, readFile);
  useHandedFile('/image-lookup', readFile);
  const part = usePreservedFocus(state.step);
  const answer = useShownAnswer(state);
  return (
    <div ref={part} tabIndex={-1} className="space-y-6 rounded-card focus-visible:outline-none">
      <p role="status" className="sr-only">
        {spoken(state, now)}
      </p>
      {state.step === 'empty' && (
        <>
          <PhotoArea {...state} active={active} onFile={readFile} onLabel={takeReading} />
          <NoPhoto onFile={readFile} />
        </>
      )}
      {state.step === 'reading' && <ReadingPanel {...state} onCancel={reset} />}
      {state.step === 'read' && (
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="min-w-0 flex-[1_1_14rem]">
              {state.answer ? (
                <p className="truncate text-ink-2 text-sm">{state.photo.name}</p>
              ) : (
                <Progress label={steps.done.label} value={steps.done.percent} />
              )}
            </div>
            <Button icon={Camera} onClick={reset}>
              Look Up Another Device
            </Button>
          </div>
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <ExtractedCard label={state} onLookUp={(question) => lookUp(state, question)} />
            {/* On a phone the photo would push the answer below the fold. */}
            <div
              ref={answer}
              className={classes(
                'min-w-0 scroll-mt-20',
                (state.pending ?? state.answer) && 'max-lg:order-first',
              )}
            >
              <WarrantyCard pending={state.pending} answer={state.answer} now={now} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** The current status in one sentence, for screen readers. */
function spoken(state: ImageState, now: Date): string {
  if (state.step === 'empty') return '';
  if (state.step === 'reading') return state.progress.label;
  const { reading, pending, answer } = state;
  if (pending) return `Looking up the warranty of ${pending.serialNumber}.`;
  if (!answer) return reading.serialNumber ? '' : messages.noIdentifiers;
  if (!answer.info) return answer.error ?? '';
  const end = answer.info.endDate ? `, until ${formatDate(answer.info.endDate)}` : '';
  return `${answer.manufacturer} ${answer.serialNumber}: ${statusLabels[statusNow(answer.info, now)]}${end}.`;
}

/**
 * On a phone the answer is above the form, so it is scrolled into view when the form is sent again, and again when it has
 * arrived: the browser keeps the form in place while the card above it grows.
 */
function useShownAnswer(state: ImageState) {
  const card = useRef<HTMLDivElement>(null);
  const shown = state.step === 'read' ? (state.pending ?? state.answer) : null;
  useEffect(() => {
    if (!shown || !card.current) return;
    const { top } = card.current.getBoundingClientRect();
    if (top < 0 || top > innerHeight) card.current.scrollIntoView({ block: 'start' });
  }, [shown]);
  return card;
}

/** A control that is removed with its step loses the focus, so the next step receives it. */
function usePreservedFocus(step: string) {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [step]);
  return part;
}

/** Empty state; with sample data it also offers sample labels to try. */
function NoPhoto({ onFile }: { onFile: (file: File) => void }) {
  const samples = labelSamples(useConfig()?.samples ?? []);
  return (
    <EmptyState
      icon={Tag}
      title="No Photo Yet"
      action={
        samples.length > 0 && (
          <ul aria-label="Sample labels" className="flex flex-wrap justify-center gap-2">
            {samples.map((sample) => (
              <li key={sample.identifier} className="min-w-0">
                <Button size="sm" onClick={async () => onFile(await drawLabel(sample))}>
                  Try the label of <span className="font-mono">{sample.identifier}</span>{' '}
                  <span className="font-normal text-ink-2">{sample.label}</span>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      The serial number and warranty of the device appear here.
    </EmptyState>
  );
}

type ReadingPanelProps = Extract<ImageState, { step: 'reading' }> & { onCancel: () => void };

/** Shows the photo and the progress while it is read. */
function ReadingPanel({ name, photo, progress, onCancel }: ReadingPanelProps) {
  return (
    <Card as="section" aria-label="Reading the photo" className="gap-4 p-5">
      {photo && <PhotoCanvas photo={photo} />}
      <Progress label={progress.label} value={progress.percent} />
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 truncate text-ink-2 text-sm" title={name}>
          {name}
        </p>
        <Button variant="ghost" size="sm" icon={X} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Card>
  );
}

/** Handles an image pasted anywhere on the page. Pasted text still goes into its field. */
function usePastedImage(active: boolean, onFile: (file: File) => void): void {
  const choose = useEffectEvent(onFile);
  useEffect(() => {
    if (!active) return;
    const take = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
      // The dropzone handles what is pasted into it.
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      choose(file);
    };
    addEventListener('paste', take);
    return () => removeEventListener('paste', take);
  }, [active]);
}
