type AccuracyBlock = { kind: 'text'; text: string } | { kind: 'table'; head: string[]; rows: string[][] };

const cellsOf = (line: string) =>
  line
    .replaceAll(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

const plainText = (text: string) => text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();

function blockOf(text: string): AccuracyBlock {
  if (!text.startsWith('|')) return { kind: 'text', text: plainText(text) };
  const [head = '', , ...rows] = text.split('\n');
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

/** The paragraphs and tables of one section of docs/predictor.md, in order. */
export function accuracyBlocks(document: string, heading: string): AccuracyBlock[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [content = ''] = section.split('\n## ');
  return content
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(blockOf);
}
