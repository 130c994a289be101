import './kit.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setTheme } from '../../src/lib/browser/theme.ts';
import { Toaster } from '../../src/ui/feedback/Toaster.tsx';
import { PageHeader } from '../../src/ui/layout/PageHeader.tsx';
import { TooltipProvider } from '../../src/ui/overlay/Tooltip.tsx';
import { ButtonSpecimens } from './ButtonSpecimens.tsx';
import { ContentSpecimens } from './ContentSpecimens.tsx';
import { FormSpecimens } from './FormSpecimens.tsx';
import { ToastSpecimens } from './ToastSpecimens.tsx';

/** The states of controls that tests cannot easily bring about on the pages of the product. */
function KitPage() {
  return (
    <TooltipProvider>
      <main tabIndex={-1} className="mx-auto flex max-w-280 flex-col gap-8 px-4 py-8">
        <PageHeader title="Controls" />
        <ButtonSpecimens />
        <FormSpecimens />
        <ToastSpecimens />
        <ContentSpecimens />
      </main>
      <Toaster />
    </TooltipProvider>
  );
}

setTheme('system');
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <KitPage />
  </StrictMode>,
);
