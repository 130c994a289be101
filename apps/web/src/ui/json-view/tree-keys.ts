import { type JsonTree, lineAt, lineCount, lineNumberOf } from './json-tree.ts';

/** Activates another line, or opens or closes the active one. */
type Move = { to: number } | { toggle: number };

/** What a key does on a line, following the ARIA tree pattern. `page` is the number of lines in view. */
export function moveOf(tree: JsonTree, active: number, key: string, page: number): Move | null {
  const last = lineCount(tree) - 1;
  switch (key) {
    case 'ArrowDown':
      return { to: nearest(tree, active + 1, 1) ?? active };
    case 'ArrowUp':
      return { to: nearest(tree, active - 1, -1) ?? active };
    case 'PageDown':
      return { to: nearest(tree, Math.min(active + page, last), -1) ?? active };
    case 'PageUp':
      return { to: nearest(tree, Math.max(active - page, 0), -1) ?? active };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: nearest(tree, last, -1) ?? active };
    default:
      return moveOnLine(tree, active, key);
  }
}

function moveOnLine(tree: JsonTree, active: number, key: string): Move | null {
  const line = lineAt(tree, active);
  if (!line) return null;
  const canToggle = line.kind === 'open' || line.kind === 'closed';
  if (key === 'Enter' || key === ' ') return canToggle ? { toggle: active } : null;
  if (key === 'ArrowRight') {
    if (line.kind === 'closed') return { toggle: active };
    return line.kind === 'open' ? { to: active + 1 } : null;
  }
  if (key !== 'ArrowLeft') return null;
  if (line.kind === 'open') return { toggle: active };
  const { parent, at } = line.parent;
  return parent ? { to: lineNumberOf(parent, at) } : null;
}

/** The nearest line in the given direction that is not a closing bracket. */
function nearest(tree: JsonTree, from: number, direction: 1 | -1): number | null {
  for (let number = from; ; number += direction) {
    const line = lineAt(tree, number);
    if (!line) return null;
    if (line.kind !== 'end') return number;
  }
}
