/** Bars and gaps of Code 39, narrow (n) or wide (w), starting with a bar. */
const patterns: Record<string, string> = {
  ...{ '0': 'nnnwwnwnn', '1': 'wnnwnnnnw', '2': 'nnwwnnnnw', '3': 'wnwwnnnnn', '4': 'nnnwwnnnw' },
  ...{ '5': 'wnnwwnnnn', '6': 'nnwwwnnnn', '7': 'nnnwnnwnw', '8': 'wnnwnnwnn', '9': 'nnwwnnwnn' },
  ...{ A: 'wnnnnwnnw', B: 'nnwnnwnnw', C: 'wnwnnwnnn', D: 'nnnnwwnnw', E: 'wnnnwwnnn', F: 'nnwnwwnnn' },
  ...{ G: 'nnnnnwwnw', H: 'wnnnnwwnn', I: 'nnwnnwwnn', J: 'nnnnwwwnn', K: 'wnnnnnnww', L: 'nnwnnnnww' },
  ...{ M: 'wnwnnnnwn', N: 'nnnnwnnww', O: 'wnnnwnnwn', P: 'nnwnwnnwn', Q: 'nnnnnnwww', R: 'wnnnnnwwn' },
  ...{ S: 'nnwnnnwwn', T: 'nnnnwnwwn', U: 'wwnnnnnnw', V: 'nwwnnnnnw', W: 'wwwnnnnnn', X: 'nwnnwnnnw' },
  ...{ Y: 'wwnnwnnnn', Z: 'nwwnwnnnn', ' ': 'nwwnnnwnn', '*': 'nwnnwnwnn' },
};

const wide = 3;

export interface Bar {
  at: number;
  width: number;
}

/** The dark bars of an encoded text and their total width, in units of the narrowest bar. */
export function code39(text: string): { bars: Bar[]; width: number } {
  const bars: Bar[] = [];
  let at = 0;
  for (const character of `*${text}*`) {
    const pattern = patterns[character];
    if (!pattern) throw new Error(`Code 39 has no '${character}'`);
    for (const [index, element] of [...pattern].entries()) {
      const width = element === 'w' ? wide : 1;
      if (index % 2 === 0) bars.push({ at, width });
      at += width;
    }
    at += 1;
  }
  return { bars, width: at - 1 };
}
