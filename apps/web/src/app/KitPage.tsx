import { ArrowLeft, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useMediaQuery } from '../lib/browser/use-media-query.ts';
import { Button } from '../ui/button/Button.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Badge } from '../ui/text/Badge.tsx';
import { ButtonSpecimens } from './kit/ButtonSpecimens.tsx';
import { ColorSpecimens } from './kit/ColorSpecimens.tsx';
import { ContentSpecimens } from './kit/ContentSpecimens.tsx';
import { FloatSpecimens } from './kit/FloatSpecimens.tsx';
import { FormSpecimens } from './kit/FormSpecimens.tsx';
import { TableSpecimens } from './kit/TableSpecimens.tsx';

/** The development page `/ui`: every control in every state. */
export function KitPage() {
  const coarse = useMediaQuery('(pointer: coarse)');
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-8 px-4 py-8">
      <PageHeader
        back={
          <Button
            variant="ghost"
            size="sm"
            icon={<ArrowLeft aria-hidden size={16} />}
            className="-ml-3"
            asChild
          >
            <a href="/">Back to Home</a>
          </Button>
        }
        title="Controls"
        badge={<Badge tone="accent">Development</Badge>}
        actions={<ThemeButton />}
      >
        Every control in every state. {coarse ? 'Touch: 44 px controls.' : 'Mouse: 36 px controls.'}
        {still && ' Motion is off.'}
      </PageHeader>
      <ColorSpecimens />
      <ButtonSpecimens />
      <FormSpecimens />
      <FloatSpecimens />
      <ContentSpecimens />
      <TableSpecimens />
    </div>
  );
}

/** Applies to this page only: the choice is not stored. */
function ThemeButton() {
  const [dark, setDark] = useState(() => document.documentElement.classList.contains('dark'));
  const change = () => {
    document.documentElement.classList.toggle('dark', !dark);
    document.documentElement.classList.toggle('light', dark);
    setDark(!dark);
  };
  return (
    <Button icon={dark ? <Sun aria-hidden size={16} /> : <Moon aria-hidden size={16} />} onClick={change}>
      {dark ? 'Light theme' : 'Dark theme'}
    </Button>
  );
}
