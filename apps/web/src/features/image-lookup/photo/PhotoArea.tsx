import { imageTypes, maxImageBytes } from '@warranty/contracts/image-lookup';
import { Camera, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dropzone } from '../../../ui/form/Dropzone.tsx';
import { CameraView } from '../camera/CameraView.tsx';
import type { OnLabel } from '../camera/use-live-scan.ts';
import { messages } from '../messages.ts';

const accept = Object.fromEntries(imageTypes.map((type) => [type, []]));
const refusals = {
  type: messages.wrongType,
  size: messages.tooLarge,
  count: 'Drop one photo at a time.',
};

interface PhotoAreaProps {
  active: boolean;
  problem: string | null;
  /** The photo that could not be read; the user can retry it. */
  failed: File | null;
  onFile: (file: File) => void;
  onLabel: OnLabel;
}

/** Accepts a photo by drop, file dialog or camera. */
export function PhotoArea({ active, problem, failed, onFile, onLabel }: PhotoAreaProps) {
  const [isCameraOpen, setCameraOpen] = useState(false);
  // On a phone or tablet.
  const hasCameraInHand = useMediaQuery('(pointer: coarse)');
  if (isCameraOpen && active)
    return (
      <CameraView
        onLabel={onLabel}
        onPhoto={onFile}
        onClose={() => setCameraOpen(false)}
        instead={<CameraApp onFile={onFile} />}
      >
        Hold the label inside the frame. Barcodes are read automatically. For printed text, press Capture.
      </CameraView>
    );
  return (
    <div className="space-y-3">
      <Dropzone
        label="Browse Files"
        prompt="Drop a photo of the label here, or paste it"
        hint="One JPEG, PNG or WebP, up to 10 MB"
        accept={accept}
        maxSize={maxImageBytes}
        rejectionMessages={refusals}
        onFile={onFile}
        error={problem}
        extraActionsFirst={hasCameraInHand}
        extraActions={
          <Button
            variant={hasCameraInHand ? 'primary' : 'secondary'}
            icon={Camera}
            onClick={() => setCameraOpen(true)}
          >
            Take Photo
          </Button>
        }
      />
      {failed && (
        <Button size="sm" icon={RotateCw} onClick={() => onFile(failed)}>
          Try {failed.name} again
        </Button>
      )}
    </div>
  );
}

/** The camera app of the device, which works even if the browser blocks the camera. */
function CameraApp({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    <Button asChild icon={Camera} className="focus-within:outline-2">
      <label htmlFor={id}>
        Choose a photo
        <input
          id={id}
          type="file"
          accept={imageTypes.join(',')}
          capture="environment"
          className="sr-only"
          onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
        />
      </label>
    </Button>
  );
}
