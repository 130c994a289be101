// The listed tags: one for every case that a client must handle, with dates relative to the clock.
import type { Sample } from './sample.ts';
import { SERVICE_SAMPLES } from './samples.services.ts';
import { SHAPE_SAMPLES } from './samples.shapes.ts';
import { STATUS_SAMPLES } from './samples.status.ts';

export const SAMPLES: readonly Sample[] = [...STATUS_SAMPLES, ...SERVICE_SAMPLES, ...SHAPE_SAMPLES];
