/**
 * Bytes of a compiled kernel; it throws when there is none, because the tests of the fast path
 * would otherwise test the plain path.
 */
export declare const builtKernel: (name: string) => Promise<Uint8Array>;
