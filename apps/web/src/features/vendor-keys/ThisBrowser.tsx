import { KeySquare, LogIn, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/format/format-number.ts';
import { RecoveryCodeDialog } from '../../shared/secrets/RecoveryCodeDialog.tsx';
import { useRetention } from '../../shared/server/config.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Code } from '../../ui/text/Code.tsx';
import { ForgetBrowserDialog } from './ForgetBrowserDialog.tsx';
import { makeRecoveryCode } from './identity-calls.ts';
import { RecoverDialog } from './RecoverDialog.tsx';

/** Shows this browser's user id, how to recover the user elsewhere, and how to delete all data. */
export function ThisBrowser({ username }: { username: string }) {
  const { sessionIdleDays } = useRetention();
  return (
    <section aria-labelledby="this-browser">
      <h2 id="this-browser" className="font-semibold text-lg">
        This browser
      </h2>
      <p className="mt-1 max-w-180 text-ink-2">
        You are using this tool as <Code>{username}</Code>, identified by a cookie that expires after{' '}
        {formatCount(sessionIdleDays, 'day')} without a visit, and after 180 days in any case. There is no
        password, so a recovery code is the only way to regain access to your keys.
      </p>
      <Card className="mt-3 divide-y divide-line">
        <NewRecoveryCode />
        <Row
          title="Restore access"
          text="Switch to the user who created a recovery code, and end that user’s sessions in other browsers. Each code works once."
          action={
            <RecoverDialog username={username} trigger={<Button icon={LogIn}>Use a recovery code</Button>} />
          }
        />
        <Row
          title="Delete your data"
          text="Delete this user with all keys and other data, in this browser and on the server."
          action={
            <ForgetBrowserDialog
              username={username}
              trigger={
                <Button icon={<Trash2 aria-hidden size={16} className="text-danger" />}>
                  Forget this browser
                </Button>
              }
            />
          }
        />
      </Card>
    </section>
  );
}

function NewRecoveryCode() {
  const [code, setCode] = useState<string | null>(null);
  return (
    <>
      <Row
        title="Create a recovery code"
        text="A recovery code is shown once and works once, in any browser. A new code replaces the previous one."
        action={
          <ConfirmDialog
            title="Create a new recovery code?"
            description="Your previous code stops working. The new code is shown only once."
            confirmLabel="Create code"
            tone="primary"
            onConfirm={async () => setCode(await makeRecoveryCode())}
            trigger={<Button icon={KeySquare}>New recovery code</Button>}
          />
        }
      />
      {code !== null && (
        <RecoveryCodeDialog
          code={code}
          description="Use it to access your keys from another browser. Your previous code no longer works."
          onClose={() => setCode(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  title: string;
  text: string;
  action: ReactNode;
}

function Row({ title, text, action }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-[1_1_18rem]">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-ink-2 text-sm">{text}</p>
      </div>
      {action}
    </div>
  );
}
