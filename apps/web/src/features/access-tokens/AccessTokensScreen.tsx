import { SessionGate } from '../../ui/SessionGate.tsx';
import { AccessTokens } from './AccessTokens.tsx';

/** Tokens belong to the session, so the tab waits for it. */
export function AccessTokensScreen() {
  return <SessionGate>{(userId) => <AccessTokens key={userId} />}</SessionGate>;
}
