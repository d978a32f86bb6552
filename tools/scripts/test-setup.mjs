/** Setup of the tests of a worker, which share its globals. */
import { afterAll, expect, vi } from 'vitest';

/** Typed arrays that are the same to the bit are equal; others are compared number by number. */
function sameBits(one, other) {
  if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other)) return undefined;
  if (one.constructor !== other.constructor) return undefined;
  return bytesOf(one).equals(bytesOf(other)) || undefined;
}
const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

const KNOWN = Symbol.for('lumenloom.sameBits');
if (!globalThis[KNOWN]) expect.addEqualityTesters([sameBits]);
globalThis[KNOWN] = true;

// Each file puts back what it replaced.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
