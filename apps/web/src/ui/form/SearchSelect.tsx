import { CommandEmpty, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { Check, ChevronDown, Search } from 'lucide-react';
import { Popover as Primitive } from 'radix-ui';
import { type ReactNode, type Ref, useState } from 'react';
import { classes } from '../classes.ts';
import { PopoverContent } from '../overlay/Popover.tsx';
import { controlStyle, rowLayout } from './control-style.ts';
import { useFieldControl } from './field-context.ts';
import { findWords } from './find-words.ts';

interface SearchSelectOption {
  value: string;
  /** The text to search and to announce. */
  text: string;
  /** The row in the list. */
  content: ReactNode;
  /** Shown in the closed dropdown; defaults to the row. */
  shown?: ReactNode;
}

interface SearchSelectProps {
  options: readonly SearchSelectOption[];
  value: string | null;
  onValueChange: (value: string) => void;
  placeholder: string;
  searchLabel: string;
  /** Shown if no option matches. */
  nothing: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A dropdown with a search field. */
export function SearchSelect(props: SearchSelectProps) {
  const { options, value, onValueChange, placeholder, searchLabel, nothing, ref } = props;
  const control = useFieldControl({});
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger
        {...control}
        ref={ref}
        role="combobox"
        className={classes(controlStyle, 'flex items-center justify-between gap-2 py-1 text-left')}
      >
        <span className="min-w-0 flex-1">
          {chosen?.shown ?? chosen?.content ?? <span className="text-ink-3">{placeholder}</span>}
        </span>
        <ChevronDown aria-hidden size={16} className="shrink-0 text-ink-3" />
      </Primitive.Trigger>
      <PopoverContent
        align="start"
        aria-label={searchLabel}
        className="flex max-h-[min(24rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width) max-w-[min(34rem,calc(100vw-1rem))] animate-appear flex-col focus-visible:outline-none"
      >
        <Choices
          options={options}
          value={value}
          searchLabel={searchLabel}
          nothing={nothing}
          onChoose={(next) => {
            setOpen(false);
            onValueChange(next);
          }}
        />
      </PopoverContent>
    </Primitive.Root>
  );
}

interface ChoicesProps extends Pick<SearchSelectProps, 'options' | 'value' | 'searchLabel' | 'nothing'> {
  onChoose: (value: string) => void;
}

/** The search field and the list. The input is discarded when the dropdown closes. */
function Choices({ options, value, searchLabel, nothing, onChoose }: ChoicesProps) {
  return (
    <CommandRoot
      label={searchLabel}
      filter={findWords}
      loop
      vimBindings={false}
      {...(value !== null && { defaultValue: value })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="relative border-line border-b p-2">
        <Search aria-hidden size={14} className="absolute top-1/2 left-4.5 -translate-y-1/2 text-ink-3" />
        <CommandInput placeholder={searchLabel} className={classes(controlStyle, 'pl-8')} />
      </div>
      <CommandList label={searchLabel} className="min-h-0 flex-1 overflow-auto p-1">
        {options.map((option) => (
          <CommandItem
            key={option.value}
            value={option.value}
            keywords={[option.text]}
            aria-checked={option.value === value}
            onSelect={() => onChoose(option.value)}
            className={classes(rowLayout, 'data-[selected=true]:bg-hover')}
          >
            <span className="min-w-0 flex-1">{option.content}</span>
            {option.value === value && <Check aria-hidden size={16} className="shrink-0 text-accent" />}
          </CommandItem>
        ))}
      </CommandList>
      <CommandEmpty className="px-3 pb-3 text-ink-2">{nothing}</CommandEmpty>
    </CommandRoot>
  );
}
