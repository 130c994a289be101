// Collects what the rules need to know about one source: its imports, its uses of fetch, its reads of process.env and its
// queries with a row type that nothing checks.
// Limitation: an import or a member computed at run time is not detected.
import {
  isMember,
  isNamed,
  isNode,
  literalText,
  type Node,
  type Place,
  type Source,
  walk,
} from './syntax.ts';

export interface Import {
  specifier: string;
  offset: number;
  typeOnly: boolean;
  /** Imported value names; '*' means everything. */
  names: string[];
}

export interface Facts {
  imports: Import[];
  fetchOffsets: number[];
  envOffsets: number[];
  uncheckedRowOffsets: number[];
}

function nameOf(specifier: Node): string {
  const name = specifier.type === 'ExportSpecifier' ? specifier.local : specifier.imported;
  if (!isNode(name)) return '*';
  return typeof name.name === 'string' ? name.name : (literalText(name) ?? '*');
}

function fromSpecifiers(node: Node, kind: 'importKind' | 'exportKind'): Pick<Import, 'typeOnly' | 'names'> {
  const specifiers = (node.specifiers ?? []) as Node[];
  const values = specifiers.filter((specifier) => specifier[kind] !== 'type');
  const typeOnly = node[kind] === 'type' || (specifiers.length > 0 && values.length === 0);
  return { typeOnly, names: typeOnly ? [] : values.map(nameOf) };
}

function importShape(node: Node): { source: unknown; typeOnly: boolean; names: string[] } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return { source: node.source, ...fromSpecifiers(node, 'importKind') };
    case 'ExportNamedDeclaration':
      return { source: node.source, ...fromSpecifiers(node, 'exportKind') };
    case 'ExportAllDeclaration':
      return { source: node.source, typeOnly: node.exportKind === 'type', names: ['*'] };
    case 'ImportExpression':
      return { source: node.source, typeOnly: false, names: ['*'] };
    case 'TSImportType':
      return { source: node.source, typeOnly: true, names: [] };
    case 'TSImportEqualsDeclaration': {
      const reference = node.moduleReference as Node;
      return { source: reference.expression, typeOnly: node.importKind === 'type', names: ['*'] };
    }
    case 'CallExpression':
      if (!isNamed(node.callee, 'require')) return undefined;
      return { source: (node.arguments as Node[])[0], typeOnly: false, names: ['*'] };
    default:
      return undefined;
  }
}

/** Matches by name: a local variable called fetch counts too, so that no alias can hide the global one. */
function isFetch(node: Node, { parent, key }: Place): boolean {
  if (isMember(node, 'fetch')) return isNamed(node.object, 'globalThis', 'global', 'window', 'self');
  if (!isNamed(node, 'fetch') || !parent) return false;
  if (key === 'property' || key === 'key') return parent.computed === true;
  // `typeof fetch` in a type is fine; `fetch as T` is a use.
  if (parent.type.startsWith('TS')) return key === 'expression';
  return !/^(Import|Export).*Specifier$/.test(parent.type);
}

function isEnv(node: Node): boolean {
  if (isMember(node, 'env'))
    return isNamed(node.object, 'process') || isMember(node.object as Node, 'process');
  if (node.type !== 'VariableDeclarator' || !isNamed(node.init, 'process')) return false;
  const { properties } = node.id as { properties?: Node[] };
  return properties?.some((property) => isNamed(property.key, 'env')) ?? false;
}

/** sql<Row>`...`.execute(db) and client.query<Row>(...): the type is only a claim. */
function isUncheckedRow({ type, callee, typeArguments }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee)) return false;
  if (isMember(callee, 'query')) return isNode(typeArguments);
  const { object } = callee;
  return (
    isMember(callee, 'execute') &&
    isNode(object) &&
    isNamed(object.tag, 'sql') &&
    isNode(object.typeArguments)
  );
}

function importsEnv({ specifier, names }: Import): boolean {
  return /^(node:)?process$/.test(specifier) && names.includes('env');
}

export function factsOf(source: Source): Facts {
  const facts: Facts = { imports: [], fetchOffsets: [], envOffsets: [], uncheckedRowOffsets: [] };
  walk(source.program, (node, place) => {
    const shape = importShape(node);
    const specifier = literalText(shape?.source);
    if (shape && specifier !== undefined) {
      const found = { specifier, offset: node.start, typeOnly: shape.typeOnly, names: shape.names };
      facts.imports.push(found);
      if (importsEnv(found)) facts.envOffsets.push(node.start);
    }
    if (isFetch(node, place)) facts.fetchOffsets.push(node.start);
    if (isEnv(node)) facts.envOffsets.push(node.start);
    if (isUncheckedRow(node)) facts.uncheckedRowOffsets.push(node.start);
  });
  return facts;
}
