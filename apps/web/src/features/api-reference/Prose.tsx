import { Code } from '../../ui/text/Code.tsx';

/** Text with `backticks` as code, as in the descriptions of the contracts. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    index % 2 === 1 ? <Code key={index}>{part}</Code> : part,
  );
}
