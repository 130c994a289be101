import type { TestResponse } from './test-response.ts';

/** Why there is no answer to show. A browser does not tell a refused origin from a server that is not there. */
export type FrameFailure = 'network' | 'redirect' | 'timeout' | 'too-large' | 'unsendable';

/** The token comes first for some vendors, and may be as far as it goes. */
export type Step = 'token' | 'operation';

export type SendOutcome =
  | { kind: 'response'; step: Step; response: TestResponse }
  | { kind: 'failure'; step: Step; failure: FrameFailure };
