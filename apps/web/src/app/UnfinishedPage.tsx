import { BackToHome } from '../lib/BackToHome.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { NotFinished } from './NotFinished.tsx';
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
        <NotFinished />
      </div>
    </>
  );
}
