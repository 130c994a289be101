/** Unlike text, SVG drawings do not adopt forced colors automatically. */
export const timelineColors = [
  'forced-colors:[--surface:Canvas] forced-colors:[--line:GrayText] forced-colors:[--accent:Highlight]',
  'forced-colors:[--ink:CanvasText] forced-colors:[--ink-2:CanvasText] forced-colors:[--ink-3:CanvasText]',
].join(' ');
