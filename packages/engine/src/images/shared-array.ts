/**
 * Memory that is shared among threads where the platform can do that, so that large arrays need not
 * be copied.
 */
export const allocateShared = (bytes: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);

export const sharedFloat32 = (length: number): Float32Array =>
  new Float32Array(allocateShared(length * 4));
export const sharedUint16 = (length: number): Uint16Array =>
  new Uint16Array(allocateShared(length * 2));
export const sharedUint32 = (length: number): Uint32Array =>
  new Uint32Array(allocateShared(length * 4));
