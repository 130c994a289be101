import { describe, expect, it } from 'vitest';
import { joinPython } from './join-python.ts';

const python = {
  main: `#!/usr/bin/env python3
"""Prints a sum."""

import sys

# In this order.
from .numbers import THREE, add
from .words import say

# The run.

if __name__ == "__main__":
    say(add(THREE, int(sys.argv[1])))
`,
  numbers: `"""Numbers,

and sums."""

import re
from os import sep, path

THREE = 3
FOUR, FIVE = (
    4, 5
)


def add(a, b):
    return a + b
`,
  words: `"""Words."""

import sys
from os import path

from .numbers import FOUR


class Word(str):
    pass


@staticmethod
def say(text):
    print(Word(text), FOUR, path, file=sys.stderr)
`,
};

const joinedPython = `#!/usr/bin/env python3
"""Prints a sum."""

# Joined.

import re
import sys
from os import path, sep


# Numbers,
#
# and sums.


THREE = 3
FOUR, FIVE = (
    4, 5
)


def add(a, b):
    return a + b


# Words.


class Word(str):
    pass


@staticmethod
def say(text):
    print(Word(text), FOUR, path, file=sys.stderr)


# The run.

if __name__ == "__main__":
    say(add(THREE, int(sys.argv[1])))
`;

describe('joinPython', () => {
  it('joins modules in the order of the imports of main, with their imports at the beginning', () => {
    expect(joinPython(new Map(Object.entries(python)), 'Joined.')).toBe(joinedPython);
  });

  it.each([
    [
      'a name of two modules',
      { words: ['class Word', 'class add'] },
      'add means two things: numbers.py, words.py',
    ],
    [
      'a name of a module and an import',
      { words: ['class Word', 'class re'] },
      're means two things: import re, words.py',
    ],
    [
      'two imports as one name',
      { words: ['import sys', 'import path'] },
      'path means two things: from os import path, import path',
    ],
    ['an unknown module', { words: ['.numbers', '.digits'] }, 'words needs digits, which is not a part'],
    ['an unknown name', { words: ['import FOUR', 'import SIX'] }, 'words.py: .numbers does not define SIX'],
    [
      'an import of an imported name',
      { main: ['import say', 'import say, sys'] },
      'main.py: .words does not define sys',
    ],
    [
      'a module without a dot',
      { words: ['from .numbers', 'from numbers'] },
      'import numbers with a dot in front',
    ],
    [
      'an import of a module of the package',
      { words: ['from .numbers import FOUR', 'from . import numbers'] },
      'cannot join `from . import numbers`',
    ],
    ['an alias', { words: ['import sys', 'import sys as system'] }, 'cannot join `import sys as system`'],
    [
      'an alias of a name',
      { words: ['import FOUR', 'import FOUR as four'] },
      'cannot join `from .numbers import FOUR as four`',
    ],
    [
      'an import on several lines',
      { words: ['import FOUR', 'import (\n    FOUR)'] },
      'cannot join `from .numbers import (`',
    ],
    [
      'an import of all names',
      { words: ['import FOUR', 'import *'] },
      'cannot join `from .numbers import *`',
    ],
    [
      'an import in a function',
      { words: ['    pass', '    from .numbers import add'] },
      '`from .numbers import add` would mean something else',
    ],
    [
      'an import after other statements',
      { words: ['@staticmethod', 'import os'] },
      'cannot join `import os`',
    ],
    [
      'the docstring as a value',
      { words: ['    pass', '    text = __doc__'] },
      '`text = __doc__` would mean something else',
    ],
    ['a statement that runs', { words: ['@staticmethod', 'print(3)'] }, 'cannot join `print(3)`'],
    [
      'text without indentation',
      { numbers: ['THREE = 3', 'THREE = """\nthree"""'] },
      'cannot join `three"""`',
    ],
    ['no docstring', { words: ['"""Words."""', ''] }, 'words.py must begin with its docstring'],
    [
      'modules that import each other',
      { numbers: ['import re', 'from .words import say'] },
      'modules import each other: main, numbers, words, numbers',
    ],
    [
      'a module that is not imported',
      { main: ['from .words import say\n', ''] },
      'not reached from main: words',
    ],
  ] as [string, Partial<Record<keyof typeof python, [string, string]>>, string][])(
    'rejects %s',
    (_fault, changes, message) => {
      const changed = Object.entries(python).map(([name, text]): [string, string] => {
        const [from, to] = changes[name as keyof typeof python] ?? ['', ''];
        expect(text).toContain(from);
        return [name, text.replace(from, to)];
      });
      expect(() => joinPython(new Map(changed), 'Joined.')).toThrow(message);
    },
  );
});
