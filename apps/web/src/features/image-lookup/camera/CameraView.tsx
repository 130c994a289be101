import { Aperture, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { drawImage, toFile } from '../../../lib/files/image-shrink.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { Outline } from '../photo/Outline.tsx';
import { useCamera } from './use-camera.ts';
import { type OnLabel, useLiveScan } from './use-live-scan.ts';

interface CameraViewProps {
  /** Instructions shown while the camera is live. */
  children: ReactNode;
  onLabel: OnLabel;
  /** If set, the user can take a photo. */
  onPhoto?: (file: File) => void;
  onClose: () => void;
  /** Shown next to the retry button if there is no camera. */
  instead?: ReactNode;
}

/** Live camera view that reads barcodes automatically. */
export function CameraView({ children, onLabel, onPhoto, onClose, instead }: CameraViewProps) {
  const { video, state, retry } = useCamera();
  const isOn = state.step === 'on';
  const place = useLiveScan(video, isOn, onLabel);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus({ preventScroll: true }), []);

  const take = async () => {
    const element = video.current;
    if (!element || !onPhoto) return;
    const size = { width: element.videoWidth, height: element.videoHeight };
    onPhoto(await toFile(drawImage(element, size), 'camera.jpg'));
  };

  return (
    <section aria-label="Camera" className="rounded-card border border-line bg-surface p-4">
      {state.step === 'failed' && (
        <Alert
          tone="danger"
          title={state.failure.title}
          live="alert"
          action={
            <div className="flex flex-wrap gap-2">
              <Button icon={RotateCw} onClick={retry}>
                Try again
              </Button>
              {instead}
            </div>
          }
        >
          {state.failure.text}
        </Alert>
      )}
      <div className={classes('relative mx-auto w-fit max-w-full', state.step === 'failed' && 'hidden')}>
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera preview"
          className={classes(
            'block max-h-[60dvh] max-w-full rounded-control border border-line bg-sunken',
            !isOn && 'aspect-video w-160',
          )}
        />
        {isOn ? <Finder place={place} /> : <Starting />}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-2">
        {isOn && <p className="basis-full text-center text-ink-2">{children}</p>}
        {isOn && onPhoto && (
          <Button variant="primary" icon={Aperture} onClick={take}>
            Capture
          </Button>
        )}
        <Button ref={close} icon={X} onClick={onClose}>
          Close camera
        </Button>
      </div>
    </section>
  );
}

function Starting() {
  return (
    <p role="status" className="absolute inset-0 flex items-center justify-center gap-2 text-ink-2">
      <Spinner /> Starting the camera...
    </p>
  );
}

const corners = [
  'top-0 left-0 border-t-3 border-l-3 rounded-tl-card',
  'top-0 right-0 border-t-3 border-r-3 rounded-tr-card',
  'right-0 bottom-0 border-r-3 border-b-3 rounded-br-card',
  'bottom-0 left-0 border-b-3 border-l-3 rounded-bl-card',
];

/** Four corners as a guide for the label, and an outline around the detected code. */
function Finder({ place }: { place: Parameters<typeof Outline>[0]['place'] | null }) {
  return (
    <>
      <div aria-hidden className="pointer-events-none absolute inset-x-[12%] inset-y-[14%]">
        {corners.map((corner) => (
          <span
            key={corner}
            className={classes('absolute size-8 border-[white] drop-shadow-[0_0_2px_black]', corner)}
          />
        ))}
      </div>
      {place && <Outline place={place} />}
    </>
  );
}
