import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { signOutHere } from '../../shared/session/sign-out.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Who is signed in, with the way out. */
export function PersonSection({ name }: { name: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: signOutHere });
  return (
    <section aria-labelledby="person" className="space-y-4">
      <h2 id="person" className="sr-only">
        You
      </h2>
      <Card className="gap-4 px-5 py-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-[1_1_16rem]">
            <p className="text-ink-2 text-sm">Signed in as</p>
            <p className="wrap-anywhere font-semibold text-lg">{name}</p>
          </div>
          <Button
            icon={LogOut}
            busy={isPending || isSuccess}
            onClick={() => mutate()}
            className="max-sm:w-full"
          >
            Sign out
          </Button>
        </div>
        {error && <ActionFailed error={error} />}
      </Card>
    </section>
  );
}
