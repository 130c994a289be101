import { InferenceSession, Tensor } from 'onnxruntime-node';

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
