import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import type { LucideIcon } from 'lucide-react';
import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { rowLayout } from '../form/control-style.ts';
import { findWords } from '../form/find-words.ts';
import { dialogFrame, overlayStyle } from './DialogParts.tsx';
import { useReturnFocus } from './use-return-focus.ts';

export interface Command {
  /** Unique in the dialog. */
  id: string;
  /** The text to search. */
  text: string;
  icon: LucideIcon;
  /** The row; defaults to the text. */
  content?: ReactNode;
  /** At the end of the row. */
  note?: ReactNode;
  /** Shown for any search. */
  always?: boolean;
  run: () => void;
}

export interface CommandSection {
  heading: string;
  commands: Command[];
}

interface CommandDialogProps {
  title: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  sections: CommandSection[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A search field over everything that can be done. Choosing a command closes the dialog. */
export function CommandDialog(props: CommandDialogProps) {
  const { title, placeholder, search, onSearch, sections, open, onOpenChange } = props;
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayStyle} />
        <Primitive.Content
          {...useReturnFocus()}
          aria-describedby={undefined}
          className={classes(dialogFrame, 'top-[12dvh]! max-h-[76dvh]! translate-y-0! sm:max-w-150')}
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          <CommandRoot
            label={title}
            filter={findWords}
            loop
            vimBindings={false}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="flex items-center gap-3 border-line border-b px-4">
              <Search aria-hidden size={16} className="shrink-0 text-ink-3" />
              <CommandInput
                value={search}
                onValueChange={onSearch}
                placeholder={placeholder}
                autoComplete="off"
                spellCheck={false}
                className="min-h-12 w-full bg-transparent text-lg placeholder:text-ink-3 focus-visible:outline-none"
              />
            </div>
            <CommandList label={title} className="min-h-0 flex-1 overflow-auto p-2">
              {sections.map(({ heading, commands }) => (
                <CommandGroup
                  key={heading}
                  heading={heading}
                  forceMount={commands.some(({ always = false }) => always)}
                  className="mb-1 **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1 **:[[cmdk-group-heading]]:text-ink-2 **:[[cmdk-group-heading]]:text-xs"
                >
                  {commands.map((command) => (
                    <Row key={command.id} command={command} onChosen={() => onOpenChange(false)} />
                  ))}
                </CommandGroup>
              ))}
            </CommandList>
          </CommandRoot>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Row({ command, onChosen }: { command: Command; onChosen: () => void }) {
  const { id, text, icon: Icon, content, note, always = false, run } = command;
  return (
    <CommandItem
      value={id}
      keywords={[text]}
      forceMount={always}
      onSelect={() => {
        onChosen();
        run();
      }}
      className={classes(rowLayout, 'min-h-9 cursor-pointer data-[selected=true]:bg-hover')}
    >
      <Icon aria-hidden size={16} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{content ?? text}</span>
      {note && <span className="shrink-0 text-ink-2 text-sm tabular-nums">{note}</span>}
    </CommandItem>
  );
}
