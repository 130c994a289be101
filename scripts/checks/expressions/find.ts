// Finds every regular expression in a source: literals with their text, and the places that build one at run time.
import { isMember, isNamed, isNode, lineAt, type Node, type Place, type Source, walk } from '../syntax.ts';

export interface Expression {
  file: string;
  line: number;
  source: string;
  flags: string;
  /** Matched again after every match, as replaceAll, matchAll and split do. */
  isRepeated: boolean;
}

export interface BuiltExpression {
  file: string;
  line: number;
}

export interface FoundExpressions {
  literals: Expression[];
  built: BuiltExpression[];
}

/** Other methods that match repeatedly require the flag g. */
const isSplit = (node: unknown): boolean =>
  isNode(node) && node.type === 'CallExpression' && isNode(node.callee) && isMember(node.callee, 'split');

function nameOf({ parent }: Place): string | undefined {
  return parent?.type === 'VariableDeclarator' && isNode(parent.id) ? (parent.id.name as string) : undefined;
}

function namesInSplits(program: Node): Set<string> {
  const names = new Set<string>();
  walk(program, (node, { parent, key }) => {
    if (key === 'arguments' && node.type === 'Identifier' && isSplit(parent)) names.add(node.name as string);
  });
  return names;
}

export const hasRepeats = (flags: string): boolean => flags.includes('g') || flags.includes('y');

export function findExpressions({ path, text, program }: Source): FoundExpressions {
  const found: FoundExpressions = { literals: [], built: [] };
  const split = namesInSplits(program);
  walk(program, (node, place) => {
    const line = lineAt(text, node.start);
    if (node.type === 'Literal' && node.regex) {
      const { pattern: source, flags } = node.regex as { pattern: string; flags: string };
      const isInSplit = isSplit(place.parent) || split.has(nameOf(place) ?? '');
      found.literals.push({ file: path, line, source, flags, isRepeated: isInSplit || hasRepeats(flags) });
    }
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isCall && isNamed(node.callee, 'RegExp')) found.built.push({ file: path, line });
  });
  return found;
}
