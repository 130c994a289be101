export interface CameraFailure {
  title: string;
  /** What to do. */
  text: string;
}

const failures = {
  insecure: {
    title: 'The camera needs a secure address',
    text: 'Browsers open the camera only for pages on https or localhost. Ask whoever runs this installation for its https address, or choose a photo instead.',
  },
  refused: {
    title: 'The camera was not allowed',
    text: 'Allow the camera for this site in the browser’s address bar or settings and try again, or choose a photo instead.',
  },
  missing: {
    title: 'No camera was found',
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
} satisfies Record<string, CameraFailure>;

const byName: Record<string, keyof typeof failures> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

export const insecureAddress: CameraFailure = failures.insecure;
export const cameraEnded: CameraFailure = failures.ended;

/** Why the browser gave no camera, and what to do about it. */
export function cameraFailure(error: unknown): CameraFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return failures[byName[name] ?? 'unavailable'];
}
