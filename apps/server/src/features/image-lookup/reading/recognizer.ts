import { readFile } from 'node:fs/promises';
import type { ReadSymbol } from '@warranty/domain/label/text';
import type { Box } from './boxes.ts';
import { cropLine } from './crop.ts';
import { type Dictionary, dictionaryOf, englishCharacters, symbolsOf } from './ctc.ts';
import { modelFiles } from './model-files.ts';
import { loadOnnxModel } from './models.ts';
import type { Photo } from './photo.ts';

/** Reads one line of text. */
export type ReadLine = (photo: Photo, box: Box) => Promise<ReadSymbol[]>;

async function open(file: string, dictionary: Dictionary): Promise<ReadLine> {
  const network = await loadOnnxModel(file);
  return async (photo, box) => {
    const { input, width, height } = cropLine(photo, box);
    return symbolsOf(await network.run(input, [1, 3, height, width]), dictionary);
  };
}

export async function openReader(): Promise<ReadLine> {
  const text = await readFile(modelFiles.readingCharacters(), 'utf8');
  const characters = text.replaceAll('\r', '').replace(/\n$/, '').split('\n');
  return open(modelFiles.reading(), dictionaryOf([...characters, ' ']));
}

export const openSecondReader = (): Promise<ReadLine> =>
  open(modelFiles.secondReading(), dictionaryOf(englishCharacters));

export const openThirdReader = (): Promise<ReadLine> =>
  open(modelFiles.thirdReading(), dictionaryOf(englishCharacters));
