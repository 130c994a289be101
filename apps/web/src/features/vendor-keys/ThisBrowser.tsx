import { KeySquare, LogIn, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Code } from '../../ui/Code.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ForgetBrowserDialog } from './ForgetBrowserDialog.tsx';
import { makeRecoveryCode } from './identity-calls.ts';
import { RecoverDialog } from './RecoverDialog.tsx';
import { RecoveryCodeDialog } from './RecoveryCodeDialog.tsx';
import type { VendorView } from './vendor-view.ts';

interface ThisBrowserProps {
  userId: string;
  /** Null while it is not known what is stored. */
  vendors: VendorView[] | null;
}

/** Who this browser is to us, how to come back as the same user, and how to leave nothing behind. */
export function ThisBrowser({ userId, vendors }: ThisBrowserProps) {
  return (
    <section aria-labelledby="this-browser">
      <h2 id="this-browser" className="font-semibold text-lg">
        This browser
      </h2>
      <p className="mt-1 max-w-180 text-ink-2">
        It acts as <Code>{userId}</Code> and proves that by a cookie, which ends after 30 days without a
        visit. There is no password, so a recovery code is the only way back to your keys.
      </p>
      <Card className="mt-3 divide-y divide-line">
        <NewRecoveryCode />
        <Row
          title="Come back"
          text="As the user a recovery code was made for. The code is used up by that."
          action={
            <RecoverDialog
              userId={userId}
              trigger={<Button icon={<LogIn aria-hidden size={16} />}>Use a recovery code</Button>}
            />
          }
        />
        <Row
          title="Leave nothing behind"
          text="Deletes this user with all its keys and everything else it has, here and on the server."
          action={
            <ForgetBrowserDialog
              userId={userId}
              vendors={vendors}
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
        title="Keep a way back"
        text="A recovery code is shown once and works once, in any browser. A new one replaces the one before."
        action={
          <ConfirmDialog
            title="Make a new recovery code?"
            description="A code you made or were shown before stops working. The new one is shown once."
            confirmLabel="Make a new code"
            tone="primary"
            onConfirm={async () => setCode(await makeRecoveryCode())}
            trigger={<Button icon={<KeySquare aria-hidden size={16} />}>New recovery code</Button>}
          />
        }
      />
      {code !== null && <RecoveryCodeDialog code={code} onClose={() => setCode(null)} />}
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
