import { npyHeader, type NpyArray } from '@lumenloom/engine';

/** An array as an .npy file. */
export const npyFile = ({ type, shape, data }: NpyArray): Blob =>
  new Blob([npyHeader(type, shape).slice(), unshared(data)]);

/**
 * The bytes of an array; a copy, because files are not made of memory that is shared with other
 * threads.
 */
export const unshared = (data: NpyArray['data']): Uint8Array<ArrayBuffer> =>
  new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
