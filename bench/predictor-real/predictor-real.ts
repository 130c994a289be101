import { parseArgs } from 'node:util';
import { readTable } from '@warranty/domain/prediction/model-table';
import { predictAssets } from '@warranty/domain/prediction/predict';
import { type Measurement, median, printTable } from '../measurement.ts';
import { type Device, readLaptops } from '../predictor/devices.ts';
import { type HitCount, percentOf } from '../predictor/score.ts';
import { buildTable } from '../predictor/table.ts';

const folds = 5;
const bar = 90;
const replacedAfter = 36;
/** Average time from manufacture to purchase. The file only has the date of manufacture. */
const lagMonths = 2.6;

const foldOf = (at: number) => (Math.imul(at + 1, 2_654_435_761) >>> 8) % folds;

const monthOf = (iso: string) => {
  const date = new Date(iso);
  return (date.getUTCFullYear() - 1998) * 12 + date.getUTCMonth() + date.getUTCDate() / 31;
};

const tenth = (months: readonly number[]) => months.toSorted((a, b) => a - b)[Math.floor(months.length / 10)];

/** Whether a battery is the original one, judged by laptops of the other folds: by model, or else by processor. */
function createJudge(training: readonly Device[]) {
  const startsBy = (key: (device: Device) => string) =>
    new Map(
      [...Map.groupBy(training, key)].map(([name, list]) => [name, tenth(list.map(({ made }) => made))]),
    );
  const modelOf = ({ manufacturer, model }: Device) => `${manufacturer}|${model}`;
  const models = startsBy(modelOf);
  const processors = startsBy(({ cpu }) => cpu);
  return (device: Device) => {
    const start = models.get(modelOf(device)) ?? processors.get(device.cpu);
    return start === undefined || device.made <= start + replacedAfter;
  };
}

interface Answer {
  error: number;
  isOriginal: boolean;
  confidence: string;
}

function runFold(laptops: readonly Device[], fold: number): Answer[] {
  const training = laptops.filter((_, index) => foldOf(index) !== fold);
  const held = laptops.filter((_, index) => foldOf(index) === fold);
  const table = readTable(buildTable(training, [], []));
  const isOriginal = createJudge(training);
  return held.map((device) => {
    // Predicted separately: in one file the laptops would count as a fleet and inform each other.
    const { manufacturer, model, cpu } = device;
    const row = { manufacturer, modelNumber: model, typeName: 'laptop', processor: cpu };
    const [prediction] = predictAssets([row], { now: new Date('2025-01-15'), table });
    const said = monthOf(prediction?.predictedPurchaseDate ?? '') - lagMonths;
    return {
      error: Math.abs(said - device.made),
      isOriginal: isOriginal(device),
      confidence: prediction?.confidence ?? 'low',
    };
  });
}

const within = (answers: readonly Answer[]): HitCount => ({
  of: answers.length,
  right: answers.filter(({ error }) => error <= 12).length,
});

const line = (name: string, answers: readonly Answer[]) => [
  name,
  answers.length,
  percentOf(within(answers)),
  Math.round(10 * median(answers.map(({ error }) => error))) / 10,
];

export const predictorReal: Measurement = {
  name: 'predictor-real',
  summary: 'dates real laptops by model and processor, five-fold --file laptop-model-dates.csv',
  async run(args) {
    const { values } = parseArgs({ args, options: { file: { type: 'string' } } });
    if (values.file === undefined) throw new Error('--file is required: the list of laptops');
    const laptops = await readLaptops(values.file);
    const answers = Array.from({ length: folds }, (_, fold) => runFold(laptops, fold)).flat();
    const original = answers.filter(({ isOriginal }) => isOriginal);
    const rated = ['high', 'medium', 'low'].map((confidence) =>
      line(
        `original, ${confidence}`,
        original.filter((each) => each.confidence === confidence),
      ),
    );
    printTable(
      ['laptops', 'count', 'within 1 y %', 'median months'],
      [line('original battery', original), ...rated, line('all', answers)],
    );
    const share = percentOf(within(original));
    return {
      figures: {
        laptops: answers.length,
        original: original.length,
        'within-1-y-%': share,
        'all-%': percentOf(within(answers)),
      },
      passed: share >= bar,
    };
  },
};
