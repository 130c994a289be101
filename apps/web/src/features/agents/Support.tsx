import { Link } from '@tanstack/react-router';
import { BookOpen, Mail } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { guideAddress } from '../../lib/guide-slugs.ts';
import { Button } from '../../ui/Button.tsx';

export function Support() {
  const email = useConfig()?.feedbackEmail;
  return (
    <section aria-labelledby="support">
      <h2 id="support" className="font-semibold text-lg">
        Support
      </h2>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button asChild icon={<BookOpen aria-hidden size={16} />}>
          <Link to={guideAddress('download-agents')}>Documentation</Link>
        </Button>
        {email && (
          <Button asChild icon={<Mail aria-hidden size={16} />}>
            <a href={`mailto:${email}?subject=${encodeURIComponent('Network agent')}`}>Contact support</a>
          </Button>
        )}
      </div>
    </section>
  );
}
