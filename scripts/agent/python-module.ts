// Reads a Python module that follows rules by which it can be joined with others, and rejects what it does not know: a
// docstring, imports of one line each, then functions, classes and constants.

export interface Import {
  /** Begins with a dot for a module of the same package. */
  module: string;
  /** Empty for `import module`. */
  names: string[];
}

export interface PythonModule {
  name: string;
  /** The docstring, and a line such as `#!/usr/bin/env python3` before it. */
  beginning: string;
  docstring: string;
  imports: Import[];
  body: string;
  /** The names that it defines at its top level. */
  defined: string[];
}

const beginningOf = /^(?:#!.*\n)?"""([^"\\]+)"""\n/;
const importStatement = /^(?:import (\w[\w.]*)|from (\.?\w[\w.]*) import (\w+(?:, \w+)*))$/;
const definition = /^(?:def|class) (\w+)|^(\w+(?:, \w+)*) = /;
const mainGuard = 'if __name__ == "__main__":';
const isImport = (line: string) => /^(?:import|from) /.test(line);
/** An indented line, the end of a statement in brackets, a decorator, a comment. */
const needsNoName = /^(?:$|\s|[)\]}@#])/;
const innerImport = /^\s+from \./;
/** In the joined script, these are those of main. */
const ofModule = /\b__(?:doc|file|name|package|spec)__\b/;

function readImport(line: string, name: string): Import {
  const [, module, from, names] = importStatement.exec(line) ?? [];
  if (module) return { module, names: [] };
  if (from && names) return { module: from, names: names.split(', ') };
  throw new Error(`${name}.py: cannot join \`${line}\`; write \`import a\` or \`from .a import b, c\``);
}

/** Comments between imports are dropped with them; those after the last belong to what follows. */
function splitImports(lines: string[]): [imports: string[], body: string[]] {
  const end = lines.findIndex((line) => line !== '' && !line.startsWith('#') && !isImport(line));
  const count = lines.slice(0, Math.max(end, 0)).findLastIndex(isImport) + 1;
  return [lines.slice(0, count).filter(isImport), lines.slice(count)];
}

function definedIn(body: string[], name: string): string[] {
  return body.flatMap((line) => {
    if (innerImport.test(line) || (name !== 'main' && ofModule.test(line)))
      throw new Error(`${name}.py: \`${line.trim()}\` would mean something else in the joined script`);
    const [, one, several] = definition.exec(line) ?? [];
    if (one ?? several) return (one ?? several ?? '').split(', ');
    if (needsNoName.test(line) || (name === 'main' && line === mainGuard)) return [];
    throw new Error(`${name}.py: cannot join \`${line}\`; use functions, classes and \`NAME = value\``);
  });
}

export function readModule(name: string, text: string): PythonModule {
  const [beginning, docstring] = beginningOf.exec(text) ?? [];
  if (!beginning || !docstring) throw new Error(`${name}.py must begin with its docstring`);
  const [imports, body] = splitImports(text.slice(beginning.length).split('\n'));
  return {
    name,
    beginning,
    docstring,
    imports: imports.map((line) => readImport(line, name)),
    body: body.join('\n').trim(),
    defined: definedIn(body, name),
  };
}
