import { Link, useRouterState } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { guideAddress } from '../lib/guide-slugs.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { classes } from '../ui/classes.ts';
import { Tooltip } from '../ui/Tooltip.tsx';

/** Opens the page of the guide that explains the current screen. */
export function HelpLink() {
  const guide = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.guide });
  return (
    <Tooltip content="Help for this page">
      <Link
        to={guideAddress(guide ?? 'index')}
        aria-label="Help for this page"
        className={classes(buttonStyle('ghost', 'md'), 'min-w-9 shrink-0 px-0! pointer-coarse:min-w-11')}
      >
        <CircleQuestionMark aria-hidden size={16} />
      </Link>
    </Tooltip>
  );
}
