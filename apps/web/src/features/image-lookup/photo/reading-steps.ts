export interface ReadingStep {
  percent: number;
  label: string;
}

export const steps = {
  accepted: { percent: 25, label: 'Photo accepted' },
  barcodes: { percent: 50, label: 'Looking for a barcode' },
  shrinking: { percent: 60, label: 'Resizing the photo' },
  sending: { percent: 70, label: 'Uploading the photo' },
  reading: { percent: 90, label: 'Reading the label' },
  done: { percent: 100, label: 'Done' },
} as const satisfies Record<string, ReadingStep>;

/** During the upload, the progress bar moves from this step to the next. */
export function sendingStep(sent: number, total: number): ReadingStep {
  if (sent >= total) return steps.reading;
  const { percent, label } = steps.sending;
  return { percent: percent + Math.floor((sent / total) * (steps.reading.percent - percent)), label };
}
