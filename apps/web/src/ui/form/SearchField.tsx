import { useEffect, useState } from 'react';
import { Field } from './Field.tsx';
import { Input } from './Input.tsx';

const typingPause = 300;

interface SearchFieldProps {
  placeholder: string;
  defaultValue?: string;
  /** Called with the trimmed input when typing pauses. */
  onSearch: (text: string) => void;
}

export function SearchField({ placeholder, defaultValue = '', onSearch }: SearchFieldProps) {
  const [text, setText] = useState(defaultValue);
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), typingPause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <Field label="Search">
      <Input
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </Field>
  );
}
