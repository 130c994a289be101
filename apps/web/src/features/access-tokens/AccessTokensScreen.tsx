import { SessionGate } from '../../ui/SessionGate.tsx';
import { AccessTokens } from './AccessTokens.tsx';

/** The tab of the tokens: they belong to the session, so that is waited for first. */
export function AccessTokensScreen() {
  return <SessionGate>{(userId) => <AccessTokens key={userId} />}</SessionGate>;
}
