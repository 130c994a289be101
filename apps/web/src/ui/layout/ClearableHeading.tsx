import { Button } from '../button/Button.tsx';
import { classes } from '../classes.ts';
import { focusAfterRemoval } from '../focus-after-removal.ts';

interface ClearableHeadingProps {
  id: string;
  text: string;
  size?: 'lg';
  onClear: () => void;
}

/** The heading of a list that is stored in this browser, and a button that clears the list. */
export function ClearableHeading({ id, text, size, onClear }: ClearableHeadingProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 id={id} className={classes('font-semibold', size === 'lg' && 'text-lg')}>
        {text}
      </h2>
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3"
        onClick={({ currentTarget }) => {
          focusAfterRemoval(currentTarget);
          onClear();
        }}
      >
        Clear
      </Button>
    </div>
  );
}
