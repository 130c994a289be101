import { exampleLanguages } from '@warranty/domain/request-examples/languages';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { readStored, store } from '../../lib/storage/stored-text.ts';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { CodeBlock } from '../../ui/text/Code.tsx';

interface CodeExamplesProps {
  /** What the examples do, after "Language of". */
  label: string;
  examples: readonly { title: string; language: string; code: string }[];
}

/** The same request in several languages. The choice applies to the whole reference. */
export function CodeExamples({ label, examples }: CodeExamplesProps) {
  const [language, setLanguage] = useLanguage();
  return (
    <Tabs
      label={`Language of ${label}`}
      items={examples.map(({ language: value, title }) => ({ value, label: title }))}
      value={language}
      onValueChange={setLanguage}
    >
      {examples.map(({ language: value, title, code }) => (
        <TabPanel key={value} value={value}>
          <CodeBlock label={`${title} example`}>{code}</CodeBlock>
        </TabPanel>
      ))}
    </Tabs>
  );
}

const storageKey = 'api-reference-language';
const { notify, subscribe } = createListeners();

const stored = readStored(storageKey);
let language = exampleLanguages.find(({ id }) => id === stored)?.id ?? 'sh';

function choose(next: string): void {
  language = next;
  store(storageKey, next);
  notify();
}

/** The language of all examples, remembered for the next visit. */
function useLanguage(): [string, (next: string) => void] {
  return [useSyncExternalStore(subscribe, () => language), choose];
}
