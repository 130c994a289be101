export interface ReadingStep {
  percent: number;
  doing: string;
}

export const steps = {
  accepted: { percent: 25, doing: 'Photo accepted' },
  barcodes: { percent: 50, doing: 'Looking for a barcode' },
  shrinking: { percent: 60, doing: 'Making the photo smaller' },
  sending: { percent: 70, doing: 'Sending the photo' },
  reading: { percent: 90, doing: 'Reading the label' },
  done: { percent: 100, doing: 'Done' },
} as const satisfies Record<string, ReadingStep>;

/** While it is sent the bar goes on from one step to the next. */
export function sendingStep(sent: number, total: number): ReadingStep {
  if (sent >= total) return steps.reading;
  const { percent, doing } = steps.sending;
  return { percent: percent + Math.floor((sent / total) * (steps.reading.percent - percent)), doing };
}
