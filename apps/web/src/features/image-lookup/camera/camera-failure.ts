/** What happened, and what to do. */
export const cameraFailures = {
  insecure: {
    title: 'The camera needs a secure connection',
    text: 'Browsers only allow camera access on https or localhost. Ask your administrator for the https URL, or choose a photo instead.',
  },
  refused: {
    title: 'Camera access was denied',
    text: 'Allow camera access for this site in your browser and try again, or choose a photo instead.',
  },
  missing: {
    title: 'No camera found',
    text: 'Connect a camera and try again, or choose a photo instead.',
  },
  unavailable: {
    title: 'The camera could not be started',
    text: 'Another program may be using it. Close that program and try again, or choose a photo instead.',
  },
  ended: {
    title: 'The camera stopped',
    text: 'It was unplugged or taken over by another program. Try again, or choose a photo instead.',
  },
};

export type CameraFailure = (typeof cameraFailures)['insecure'];

const byName: Record<string, keyof typeof cameraFailures> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Explains why the browser could not open the camera, and what to do about it. */
export function cameraFailure(error: unknown): CameraFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return cameraFailures[byName[name] ?? 'unavailable'];
}
