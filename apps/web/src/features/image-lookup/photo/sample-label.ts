import type { ConfigReply } from '@warranty/contracts/system';
import { expressServiceCode } from '@warranty/domain/identifiers';
import { toFile } from '../../../lib/files/image-shrink.ts';
import { code39 } from '../camera/code39.ts';

type Sample = ConfigReply['samples'][number];

const maxSamples = 3;

/** Samples to draw labels for: those with an express service code, which proves the tag. */
export function labelSamples(samples: readonly Sample[]): Sample[] {
  return samples
    .filter(({ manufacturer, identifier }) => manufacturer === 'Dell' && expressServiceCode(identifier))
    .slice(0, maxSamples);
}

const page = { width: 1600, height: 1000 };
const label = { width: 1320, height: 520 };
const unit = 3.5;

function drawBars(context: CanvasRenderingContext2D, text: string, y: number): void {
  const { bars, width } = code39(text);
  const left = (label.width - width * unit) / 2;
  for (const bar of bars) context.fillRect(left + bar.at * unit, y, bar.width * unit, 130);
}

/** Draws a sticker on a desk, slightly tilted like a hand-held photo. It is read like any other photo. */
export function drawLabel({ identifier }: Sample): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, page);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Canvas is not available in this browser');
  const code = expressServiceCode(identifier) ?? '';
  context.fillStyle = '#9aa3ad';
  context.fillRect(0, 0, page.width, page.height);
  context.translate(page.width / 2, page.height / 2);
  context.rotate(-0.035);
  context.translate(-label.width / 2, -label.height / 2);
  context.fillStyle = '#fdfdfb';
  context.beginPath();
  context.roundRect(0, 0, label.width, label.height, 24);
  context.fill();
  context.fillStyle = '#15181c';
  context.font = '600 40px "Inter Variable", sans-serif';
  context.fillText('Sample label', 60, 84);
  context.font = '600 64px "JetBrains Mono Variable", monospace';
  context.fillText(`Service Tag: ${identifier}`, 60, 180);
  context.font = '500 40px "JetBrains Mono Variable", monospace';
  context.fillText(`Express Service Code: ${code}`, 60, 250);
  drawBars(context, `${identifier} ${code}`, 310);
  return toFile(canvas, `sample-label-${identifier}.jpg`);
}
