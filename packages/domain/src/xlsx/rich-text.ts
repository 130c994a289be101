import { CsvError } from '../csv/csv-error.ts';
import { decodeCellText, trimXmlSpace } from './cell-text.ts';
import { attributesOf } from './xml-scanner.ts';

/** Collects the text of a cell from its runs, without the phonetic runs that explain how it is pronounced. */
export function createRichText(maxLength: number, refuseLonger: () => never) {
  let text = '';
  let run = '';
  let isInText = false;
  let isPreserved = false;
  let phonetic = 0;
  return {
    open(name: string, tag: string): void {
      if (name === 'rPh') phonetic += 1;
      if (name !== 't') return;
      isInText = phonetic === 0;
      isPreserved = tag.includes('space') && attributesOf(tag).get('space') === 'preserve';
      run = '';
    },
    close(name: string): void {
      if (name === 'rPh') phonetic -= 1;
      if (name !== 't' || !isInText) return;
      isInText = false;
      text += isPreserved ? run : trimXmlSpace(run);
    },
    add(piece: string): void {
      if (!isInText) return;
      run += piece;
      // An escape of seven characters becomes one.
      if (text.length + run.length > 7 * maxLength) refuseLonger();
    },
    /** Everything since the last call. */
    take(): string {
      const taken = decodeCellText(text);
      text = '';
      if (taken.length > maxLength) refuseLonger();
      return taken;
    },
  };
}

export function refuseSharedText(maxLength: number): never {
  const size = maxLength.toLocaleString('en-US');
  throw new CsvError('workbook', `The workbook has a cell of more than ${size} characters.`);
}
