import { type RefObject, useState } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { localDay } from '../../lib/local-day.ts';
import { recoveryCodeText } from '../../lib/recovery-code.ts';
import { Alert } from '../../ui/Alert.tsx';
import { SecretDialog } from '../../ui/SecretDialog.tsx';
import { showCopyFailedToast } from './copy-failed-toast.ts';
import { GenerateDialog } from './GenerateDialog.tsx';
import { CurlExample } from './UseToken.tsx';
import { generateToken, type TokenInput } from './useAccessTokens.ts';

interface MadeToken {
  name: string;
  expiresAt: string | null;
  secret: string;
}

interface NewTokenProps {
  /** Whether the dialog that prompts for a name is open. */
  isOpen: boolean;
  onDone: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Prompts for a name, shows the token once, then shows the recovery code that is issued with the first token. */
export function NewToken({ isOpen, onDone, returnFocusTo }: NewTokenProps) {
  const [made, setMade] = useState<MadeToken | null>(null);
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null);
  const generate = async (typed: TokenInput) => {
    const reply = await generateToken(typed);
    const { tokenName: name, expiresAt } = reply.token;
    setMade({ name, expiresAt, secret: reply.rawToken });
    setRecoveryCode(reply.recoveryCode);
  };
  if (isOpen) return <GenerateDialog onGenerate={generate} onClose={onDone} />;
  if (made) return <Reveal made={made} onClose={() => setMade(null)} returnFocusTo={returnFocusTo} />;
  if (recoveryCode === null) return null;
  return (
    <RecoveryCode code={recoveryCode} onClose={() => setRecoveryCode(null)} returnFocusTo={returnFocusTo} />
  );
}

interface ShownOnce {
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function Reveal({ made: { name, expiresAt, secret }, ...rest }: ShownOnce & { made: MadeToken }) {
  const until = expiresAt ? ` until ${formatDate(localDay(new Date(expiresAt)))}` : '';
  return (
    <SecretDialog
      {...rest}
      title="Your new token"
      description={`“${name}” is active${until}.`}
      secret={secret}
      copyLabel="Copy token"
      onCopyFailed={showCopyFailedToast}
      doneLabel="I have copied it"
      size="lg"
    >
      <div className="mt-3 space-y-4">
        <Alert tone="warning" title="Copy it now. It won’t be shown again">
          We store only a hash. If you lose the token, revoke it and generate a new one.
        </Alert>
        <div>
          <h3 className="mb-2 font-medium">Try it</h3>
          <CurlExample token={secret} />
        </div>
      </div>
    </SecretDialog>
  );
}

function RecoveryCode({ code, ...rest }: ShownOnce & { code: string }) {
  const { note, ...words } = recoveryCodeText;
  return (
    <SecretDialog
      {...rest}
      {...words}
      description="You created your first token. There is no password: use this code to access your account from another browser."
      secret={code}
    >
      <p className="mt-3 text-ink-2">{note}</p>
    </SecretDialog>
  );
}
