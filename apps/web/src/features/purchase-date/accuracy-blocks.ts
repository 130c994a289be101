export type AccuracyBlock =
  | { kind: 'text'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][] };

const cellsOf = (line: string) =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function blockOf(text: string): AccuracyBlock {
  const lines = text.split('\n');
  if (!text.startsWith('|')) return { kind: 'text', text: lines.join(' ').replaceAll('`', '') };
  const [head = '', , ...rows] = lines;
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

/** What docs/predictor.md says was measured: its paragraphs and tables, in order. */
export function accuracyBlocks(document: string): AccuracyBlock[] {
  const [, section = ''] = /\n## Measured\n([\s\S]*?)(?:\n## |$)/.exec(document) ?? [];
  return section
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(blockOf);
}
