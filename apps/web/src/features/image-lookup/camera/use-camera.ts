import { useEffect, useRef, useState } from 'react';
import { type CameraFailure, cameraFailure, cameraFailures } from './camera-failure.ts';

type CameraState = { step: 'starting' } | { step: 'on' } | { step: 'failed'; failure: CameraFailure };

/** Prefers the rear camera of a phone and a resolution that is enough for a label, but accepts any camera. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
};

async function openInto(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onEnded: () => void,
): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia(wanted);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  stream.getVideoTracks()[0]?.addEventListener('ended', onEnded, { once: true });
  video.srcObject = stream;
  await video.play();
  return stream;
}

/** Opens the camera while its view is mounted. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>({ step: 'starting' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reopens it
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!navigator.mediaDevices) return setState({ step: 'failed', failure: cameraFailures.insecure });
    setState({ step: 'starting' });
    const closing = new AbortController();
    const show = (next: CameraState) => {
      if (!closing.signal.aborted) setState(next);
    };
    openInto(element, closing.signal, () => show({ step: 'failed', failure: cameraFailures.ended })).then(
      () => show({ step: 'on' }),
      (error: unknown) => show({ step: 'failed', failure: cameraFailure(error) }),
    );
    return () => closing.abort();
  }, [attempt]);

  return { video, state, retry: () => setAttempt((count) => count + 1) };
}
