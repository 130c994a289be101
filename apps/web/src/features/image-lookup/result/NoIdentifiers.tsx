import type { LabelSuggestion } from '@warranty/contracts/image-lookup';
import { Eye } from 'lucide-react';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { messages } from '../messages.ts';
import { PhotoCanvas, PhotoCrop } from '../photo/PhotoCanvas.tsx';
import type { Photo } from '../photo/photo.ts';
import type { ReadLabel } from '../use-image-lookup.ts';
import type { LookupQuery } from './label-lookup.ts';

interface NoIdentifiersProps {
  label: ReadLabel;
  onLookUp: (question: LookupQuery) => void;
}

/** Nothing was read with certainty: offers possible readings to compare with the photo. */
export function NoIdentifiers({ label: { photo, reading, pending, answer }, onLookUp }: NoIdentifiersProps) {
  const { suggestions, explanation } = reading;
  return (
    <>
      {!pending && !answer && (
        <Alert tone="warning" title={messages.noIdentifiers} live="status">
          {messages.noIdentifiersText}
        </Alert>
      )}
      {explanation && !suggestions.some(({ reason }) => reason === explanation) && (
        <p className="text-ink-2 text-sm">{explanation}</p>
      )}
      {suggestions.every(({ place }) => place === null) && <PhotoCanvas photo={photo} />}
      {suggestions.length > 0 && (
        <ul aria-label="Please check" className="space-y-3">
          {suggestions.map((suggestion) => (
            <li key={suggestion.serialNumber}>
              <Suggestion {...{ suggestion, photo, onLookUp }} disabled={pending !== null} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SuggestionProps extends Pick<NoIdentifiersProps, 'onLookUp'> {
  suggestion: LabelSuggestion;
  photo: Photo;
  disabled: boolean;
}

function Suggestion({ suggestion, photo, disabled, onLookUp }: SuggestionProps) {
  const { serialNumber, manufacturer, reason, place } = suggestion;
  return (
    <div className="space-y-2 rounded-control border border-line p-3">
      {place && <PhotoCrop {...{ photo, place }} label={`The part of the photo with ${serialNumber}`} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Eye} disabled={disabled} onClick={() => onLookUp({ serialNumber, manufacturer })}>
          Please check: <span className="font-mono">{serialNumber}</span>
        </Button>
        <p className="min-w-0 flex-[1_1_12rem] text-ink-2 text-sm">{reason}</p>
      </div>
    </div>
  );
}
