import { CodeBlock } from '../../ui/Code.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { useLanguage } from './use-language.ts';

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
