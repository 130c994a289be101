import type { TestResponse } from './test-response.ts';

/** Why there is no response to show. A browser cannot distinguish a CORS rejection from an unreachable server. */
export type FrameFailure = 'network' | 'redirect' | 'timeout' | 'too-large' | 'unsendable';

/** Some vendors need a token first, and the test may end at that step. */
export type Step = 'token' | 'operation';

export type SendOutcome =
  | { kind: 'response'; step: Step; response: TestResponse }
  | { kind: 'failure'; step: Step; failure: FrameFailure };
