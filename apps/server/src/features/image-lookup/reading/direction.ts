import type { Box } from './boxes.ts';
import { cropLine, cropWidth } from './crop.ts';
import type { OnnxModel } from './models.ts';
import type { Photo } from './photo.ts';

const inputWidth = 192;
const maxVotes = 6;

/** The start of a line, as much as fits into the network's input without distortion. */
function beginning(box: Box): Box {
  const width = Math.min(box.width, 4 * box.height);
  const back = (box.width - width) / 2;
  return { ...box, width, x: box.x - back * Math.cos(box.angle), y: box.y - back * Math.sin(box.angle) };
}

function padded(input: Float32Array, width: number, height: number): Float32Array {
  const result = new Float32Array(3 * height * inputWidth);
  for (let row = 0; row < 3 * height; row++)
    result.set(input.subarray(row * width, (row + 1) * width), row * inputWidth);
  return result;
}

async function turnedShare(network: OnnxModel, photo: Photo, box: Box): Promise<number> {
  const part = beginning(box);
  const { input, width, height } = cropLine(photo, part, Math.min(inputWidth, cropWidth(part)));
  const { data } = await network.run(padded(input, width, height), [1, 3, height, inputWidth]);
  return data[1] ?? 0;
}

/** Above 0 the text is upside down, below 0 upright; near 0 the lines disagree. */
export async function directionVote(
  network: OnnxModel,
  photo: Photo,
  boxes: readonly Box[],
): Promise<number> {
  const long = boxes.filter(({ width, height }) => width > 2 * height).slice(0, maxVotes);
  let vote = 0;
  for (const box of long) vote += (await turnedShare(network, photo, box)) - 0.5;
  return vote;
}
