/**
 * Hash of any value that JSON can hold, 16 hexadecimal digits: equal values have equal hashes.
 * Made of two independent 32-bit multiply-and-rotate hashes; not cryptographic.
 */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value);
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
    a = (a << 13) | (a >>> 19);
    b = (b << 17) | (b >>> 15);
  }
  const finish = (hash: number): string => {
    let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
  };
  return finish(a) + finish(b ^ text.length);
}
