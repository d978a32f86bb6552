/** Large arrays live in shared memory where the platform has it, so that threads read and write them without copies. */
const allocate = (bytes: number): ArrayBufferLike => (typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));

export const sharedFloat32 = (length: number): Float32Array => new Float32Array(allocate(length * 4));
export const sharedUint16 = (length: number): Uint16Array => new Uint16Array(allocate(length * 2));
