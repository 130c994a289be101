// Evaluates an SPDX license expression: identifiers joined by AND, OR and parentheses; AND binds tighter.

/** A syntax error counts as not allowed. So does `WITH`, unless the whole `A WITH B` is allowed as one identifier. */
export function isLicenseAllowed(expression: string, isAllowed: (id: string) => boolean): boolean {
  const tokens = expression
    .replace(/\s+WITH\s+/g, '~WITH~')
    .split(/([()])|\s+/)
    .filter(Boolean);
  let at = 0;

  function operand(): boolean {
    const token = tokens[at++];
    if (token === '(') {
      const value = either();
      if (tokens[at++] !== ')') throw new SyntaxError(expression);
      return value;
    }
    if (token === undefined || /^(\)|AND|OR)$/.test(token)) throw new SyntaxError(expression);
    return isAllowed(token.replace('~WITH~', ' WITH '));
  }

  function both(): boolean {
    let value = operand();
    while (tokens[at] === 'AND') {
      at += 1;
      value = operand() && value;
    }
    return value;
  }

  function either(): boolean {
    let value = both();
    while (tokens[at] === 'OR') {
      at += 1;
      value = both() || value;
    }
    return value;
  }

  try {
    return either() && at === tokens.length;
  } catch {
    return false;
  }
}
