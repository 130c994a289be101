import { useNavigate } from '@tanstack/react-router';
import { imageTypes } from '@warranty/contracts/image-lookup';
import { Camera, Search, Upload } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useState } from 'react';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { handOffFile } from '../../lib/files/file-handoff.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FileButton } from '../../ui/button/FileButton.tsx';
import { codeField } from '../../ui/form/control-style.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Not needed for the first paint: it reads tables, and is loaded once the box has the focus. */
const loadReader = () => import('./smart-input.ts');

const accepted = ['.csv', '.xlsx', ...imageTypes];

/** Takes a tag, a pasted list, a file or a photo, and opens the tool for it, already at work. */
export function SmartBox() {
  const { text, problem, type, lookUp, open } = useSmartInput();
  const [isOver, setOver] = useState(false);
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      open([...event.dataTransfer.files]);
    },
  };
  return (
    <Card
      as="section"
      aria-label="Look up anything"
      {...drop}
      className={isOver ? 'border-accent bg-accent-soft' : ''}
    >
      <form
        noValidate
        aria-label="Look up anything"
        className="grid gap-3 p-4 sm:p-5"
        onSubmit={(event) => {
          event.preventDefault();
          lookUp();
        }}
      >
        <Field
          label="Look up anything"
          error={problem}
          help="A service tag, a list or rows from a spreadsheet. Or drop a .csv or .xlsx file, or a photo of a label."
        >
          <TagInput text={text} onChange={type} onEnter={lookUp} onFiles={open} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" icon={Search}>
            Look up
          </Button>
          {hasCamera && (
            <FileButton icon={Camera} inputLabel="Photo of a label" accept={imageTypes} camera onFiles={open}>
              Take a photo
            </FileButton>
          )}
          <FileButton icon={Upload} inputLabel="File or photo" accept={accepted} onFiles={open}>
            Choose a file or photo
          </FileButton>
        </div>
      </form>
    </Card>
  );
}

const notLoaded = 'This could not be opened. Check your connection and try again.';

function useSmartInput() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const withReader = (use: (reader: Awaited<ReturnType<typeof loadReader>>) => void) =>
    loadReader().then(use, () => setProblem(notLoaded));
  return {
    text,
    problem,
    type: (next: string) => {
      setText(next);
      setProblem(null);
    },
    lookUp: () =>
      withReader(({ destinationOf }) => {
        const destination = destinationOf(text);
        if ('problem' in destination) setProblem(destination.problem);
        else navigate(destination);
      }),
    open: (files: File[]) =>
      withReader(({ destinationOfFiles }) => {
        const destination = destinationOfFiles(files);
        if ('problem' in destination) return setProblem(destination.problem);
        const [file] = files;
        if (file) handOffFile(file, destination.to);
        navigate(destination);
      }),
  };
}

interface TagInputProps {
  text: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  onFiles: (files: File[]) => void;
}

/** Enter looks up, as a barcode scanner expects; Shift+Enter starts another line. */
function TagInput({ text, onChange, onEnter, onFiles }: TagInputProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  // Spreadsheets add a picture of the copied cells to their text.
  const onPaste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData;
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    onFiles([...files]);
  };
  return (
    <Textarea
      {...codeField}
      rows={Math.min(6, Math.max(2, text.split('\n').length))}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={() => loadReader().catch(() => undefined)}
      placeholder="7XK2P93"
    />
  );
}
