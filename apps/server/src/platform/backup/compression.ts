import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';

const chunkSize = 256 * 1024;

export const createCompressor = () =>
  createZstdCompress({ chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 3 } });
export const createDecompressor = () => createZstdDecompress({ chunkSize });
