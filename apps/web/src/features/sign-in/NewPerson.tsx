import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { passkeyObstacle } from '../../shared/session/passkey.ts';
import { goToProvider } from '../../shared/session/provider.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Actions } from './EntryPage.tsx';
import { joinAsNewPerson } from './link-calls.ts';
import { Failure, Obstacle } from './notices.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { openAs, type SignInConfig } from './sign-in-calls.ts';

interface NewPersonProps {
  secret: string;
  config: SignInConfig;
  /** For someone who has joined another organization here before. */
  signInHere: { error: Error | null; isPending: boolean; mutate: () => void };
}

/** Joins with the identity provider, with a passkey that is created for it, or with either. */
export function NewPerson({ secret, config: { url, passkeys, provider }, signInHere }: NewPersonProps) {
  const withProvider = useMutation({ mutationFn: () => goToProvider({ returnTo: '/', secret }) });
  return (
    <>
      {provider && (
        <Actions>
          <Failure error={withProvider.error} />
          <ProviderButton
            label={provider.label}
            busy={withProvider.isPending}
            disabled={withProvider.isPending || signInHere.isPending}
            onClick={() => withProvider.mutate()}
          >
            {`Join with ${provider.label}`}
          </ProviderButton>
        </Actions>
      )}
      {passkeys && <WithPasskey secret={secret} url={url} isMain={!provider} signInHere={signInHere} />}
    </>
  );
}

interface WithPasskeyProps extends Pick<NewPersonProps, 'secret' | 'signInHere'> {
  /** Where passkeys work. */
  url: string;
  isMain: boolean;
}

/** Under a name of their own choice. */
function WithPasskey({ secret, url, isMain, signInHere }: WithPasskeyProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const join = useMutation({
    mutationFn: async () => {
      await openAs(await joinAsNewPerson(secret, name.trim()));
      // Only if the organization is not known: the start page finds it.
      location.replace('/');
    },
  });
  const isBusy = join.isPending || join.isSuccess || signInHere.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) return join.mutate();
    setMissing(true);
    input.current?.focus();
  };
  const change = (text: string) => {
    setName(text);
    setMissing(false);
  };
  if (passkeyObstacle(url) !== null)
    return (
      <Actions>
        <Obstacle url={url} />
      </Actions>
    );
  return (
    <form noValidate onSubmit={submit}>
      <Actions>
        <Field
          label="Your name"
          required
          error={isMissing && 'Please enter your name'}
          help="The other members see it."
        >
          <Input
            ref={input}
            value={name}
            onChange={({ target }) => change(target.value)}
            autoComplete="name"
            maxLength={100}
          />
        </Field>
        <Failure error={join.error ?? signInHere.error} />
        <PasskeyButton submit isMain={isMain} busy={join.isPending || join.isSuccess} disabled={isBusy}>
          Create a passkey and join
        </PasskeyButton>
        <p className="text-pretty text-ink-2 text-sm">
          A passkey replaces a password. Your device keeps it, and asks for your fingerprint, face or screen
          lock when you sign in.
        </p>
      </Actions>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 border-line border-t pt-5 text-ink-2">
        Already have an account here?
        <Button
          variant="link"
          busy={signInHere.isPending}
          disabled={isBusy}
          onClick={() => signInHere.mutate()}
        >
          Sign in
        </Button>
      </p>
    </form>
  );
}
