import { Popover as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { classes } from '../classes.ts';
import { PopoverContent } from '../overlay/Popover.tsx';
import { findWords } from './find-words.ts';
import { Input } from './Input.tsx';

interface Suggestion {
  value: string;
  /** What the value stands for; blank if it says enough. */
  name: string;
}

interface SuggestInputProps {
  name: string;
  value: string;
  suggestions: readonly Suggestion[];
  onValueChange: (value: string) => void;
}

/** A field in which anything can be typed, with a list of values to choose from. A click, the arrow keys and typing open it. */
export function SuggestInput({ name, value, suggestions, onValueChange }: SuggestInputProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = matching(suggestions, value);
  const open = isOpen && shown.length > 0;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (chosen: string) => {
    onValueChange(chosen);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && open && shown[active]) {
      event.preventDefault();
      choose(shown[active].value);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      close();
    }
  };
  return (
    <Primitive.Root open={open}>
      <Primitive.Anchor>
        <Input
          mono
          name={name}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            onValueChange(event.target.value);
            setActive(-1);
            setOpen(true);
          }}
        />
      </Primitive.Anchor>
      <PopoverContent
        id={listId}
        role="listbox"
        aria-label={`Values for ${name}`}
        align="start"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className="max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-60 overflow-auto p-1"
      >
        {shown.map((suggestion, index) => (
          <Choice
            key={suggestion.value}
            id={`${listId}-${index}`}
            suggestion={suggestion}
            isActive={index === active}
            onChoose={() => choose(suggestion.value)}
          />
        ))}
      </PopoverContent>
    </Primitive.Root>
  );
}

/** All of them for a blank field and for a chosen value, so that another one can be chosen. */
function matching(suggestions: readonly Suggestion[], value: string): readonly Suggestion[] {
  const typed = value.trim();
  if (typed === '' || suggestions.some((each) => each.value === typed)) return suggestions;
  return suggestions.filter((each) => findWords(each.value, typed, [`${each.name} ${each.value}`]) > 0);
}

interface ChoiceProps {
  id: string;
  suggestion: Suggestion;
  isActive: boolean;
  onChoose: () => void;
}

function Choice({ id, suggestion: { value, name }, isActive, onChoose }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      // The field would lose the focus, and the list would close before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'cursor-default rounded-control px-2 py-1.5 hover:bg-hover pointer-coarse:py-2.5',
        isActive && 'bg-hover',
      )}
    >
      {name && <span className="block wrap-anywhere">{name}</span>}
      <span className={classes('block wrap-anywhere font-mono text-sm', name && 'text-ink-2')}>{value}</span>
    </div>
  );
}
