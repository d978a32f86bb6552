import { readFileSync } from 'node:fs';
/**
 * Bytes of a compiled kernel; it throws when there is none, because the tests of the fast path
 * would otherwise test the plain path.
 */
export const builtKernel = async (name) => readFileSync(new URL(`../../wasm/${name}.wasm`, import.meta.url));
//# sourceMappingURL=built-kernel.js.map