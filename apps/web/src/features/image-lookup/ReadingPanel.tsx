import { X } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { PhotoCanvas } from './PhotoCanvas.tsx';
import type { ImageState } from './use-image-lookup.ts';

interface ReadingPanelProps {
  reading: Extract<ImageState, { step: 'reading' }>;
  onCancel: () => void;
}

/** Shows the photo and the progress while it is read. */
export function ReadingPanel({ reading, onCancel }: ReadingPanelProps) {
  const { name, photo, progress } = reading;
  return (
    <Card as="section" aria-label="Reading the photo" className="gap-4 p-5">
      {photo && <PhotoCanvas pixels={photo.pixels} label={`Photo ${name}`} />}
      <Progress label={progress.label} value={progress.percent} />
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 truncate text-ink-2 text-sm" title={name}>
          {name}
        </p>
        <Button variant="ghost" size="sm" icon={<X aria-hidden size={14} />} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Card>
  );
}
