import { expect, it } from 'vitest';
import { imageTypeOf } from './image-type.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['\xff\xd8\xff\xe0\x00\x10JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n\x00\x00\x00\r', 'image/png'],
  ['RIFF\x10\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ['RIFF\x10\x00\x00\x00WAVEfmt ', null],
  ['<svg xmlns="http', null],
  ['%PDF-1.7', null],
  ['\xff\xd8', null],
  ['', null],
])('detects the type of %j as %s', (text, type) => expect(imageTypeOf(bytes(text))).toBe(type));
