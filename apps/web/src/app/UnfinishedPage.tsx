import { Link } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { BackToHome } from './BackToHome.tsx';
import { unfinished } from './unfinished.ts';

/** What a tool shows until it is there: its name, what it will do, and that it is not done. */
export default function UnfinishedPage({ path }: { path: keyof typeof unfinished }) {
  const { title, text } = unfinished[path];
  return (
    <>
      <PageHeader back={<BackToHome />} title={title}>
        {text}
      </PageHeader>
      <div className="mt-8">
        <EmptyState
          icon={<Hammer aria-hidden size={24} />}
          title="Not finished yet"
          action={
            <Button asChild>
              <Link to="/">See what works</Link>
            </Button>
          }
        >
          This tool is being built and does nothing yet. It will be at this address when it works.
        </EmptyState>
      </div>
    </>
  );
}
