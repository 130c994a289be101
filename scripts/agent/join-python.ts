// Joins the modules of a Python package into one script. A name must mean the same there as in its module, so names that two
// modules define are an error. The modules follow in the order in which main imports them, each after those that it imports.
import { assertAllUsed, type Parts, textOf } from './parts.ts';
import { type Import, type PythonModule, readModule } from './python-module.ts';

const isOwn = ({ module }: Import) => module.startsWith('.');

function modulesInOrder(parts: Parts): PythonModule[] {
  const ordered: PythonModule[] = [];
  const visit = (name: string, neededBy: string[]) => {
    if (neededBy.includes(name))
      throw new Error(`modules import each other: ${[...neededBy, name].join(', ')}`);
    if (ordered.some((module) => module.name === name)) return;
    const module = readModule(name, textOf(parts, name, neededBy.at(-1) ?? 'the script'));
    for (const each of module.imports.filter(isOwn)) visit(each.module.slice(1), [...neededBy, name]);
    ordered.push(module);
  };
  visit('main', []);
  assertAllUsed(
    parts,
    ordered.map(({ name }) => name),
  );
  return ordered;
}

function assertImportsExist(modules: PythonModule[]): void {
  for (const { name, imports } of modules) {
    for (const { module, names } of imports.filter(isOwn)) {
      const defined = modules.find((each) => `.${each.name}` === module)?.defined ?? [];
      const missing = names.filter((each) => !defined.includes(each));
      if (missing.length > 0) throw new Error(`${name}.py: ${module} does not define ${missing.join(', ')}`);
    }
  }
}

/** `import a.b` makes the name `a` known. */
function boundNames({ module, names }: Import): [name: string, origin: string][] {
  const [first = ''] = module.split('.');
  return names.length === 0
    ? [[first, `import ${first}`]]
    : names.map((name) => [name, `from ${module} import ${name}`]);
}

function assertUniqueNames(modules: PythonModule[], imports: Import[]): void {
  const definitions = modules.flatMap(({ name, defined }) =>
    defined.map((each): [string, string] => [each, `${name}.py`]),
  );
  const origins = new Map<string, string>();
  for (const [name, origin] of [...imports.flatMap(boundNames), ...definitions]) {
    const other = origins.get(name) ?? origin;
    if (other !== origin) throw new Error(`${name} means two things: ${other}, ${origin}`);
    origins.set(name, origin);
  }
}

/** Each once: `import` before `from`, in alphabetical order. */
function importLines(imports: Import[]): string[] {
  const names = Map.groupBy(
    imports,
    ({ module, names }) => `${names.length === 0 ? 'import' : 'from'} ${module}`,
  );
  const lines = [...names].map(([start, each]) => {
    const all = [...new Set(each.flatMap((one) => one.names))].sort();
    return all.length === 0 ? start : `${start} import ${all.join(', ')}`;
  });
  return [
    ...lines.filter((line) => line.startsWith('import')).sort(),
    ...lines.filter((line) => line.startsWith('from')).sort(),
  ];
}

const asComment = (text: string) => text.replaceAll(/^/gm, '# ').replaceAll(/ +$/gm, '');

export function joinPython(parts: Parts, note: string): string {
  const modules = modulesInOrder(parts);
  const imports = modules.flatMap((module) => module.imports.filter((each) => !isOwn(each)));
  const ours = imports.find(({ module }) => parts.has(module.split('.')[0] ?? ''));
  if (ours) throw new Error(`import ${ours.module} with a dot in front: it is a part`);
  assertImportsExist(modules);
  assertUniqueNames(modules, imports);
  const bodies = modules.map(({ name, docstring, body }) =>
    name === 'main' ? body : `${asComment(docstring)}\n\n\n${body}`,
  );
  const { beginning = '' } = modules.at(-1) ?? {};
  const head = `${beginning}\n# ${note}\n\n${importLines(imports).join('\n')}`;
  return `${[head, ...bodies].join('\n\n\n')}\n`;
}
