const DIGIT = 0x10000;

/** Places of values from the largest to the smallest; equal ones in their order. */
export function descending(values: Float64Array): Uint32Array {
  // As integers, the bits of doubles below the sign rise with their size: those of positive values
  // are inverted, and negative ones come after them by their sign. Adding 0 makes -0 a 0.
  const words = new Uint32Array(Float64Array.from(values, (value) => value + 0).buffer);
  for (let i = 1; i < words.length; i += 2) {
    if (words[i]! >>> 31) continue;
    words[i] = ~words[i]! & 0x7fffffff;
    words[i - 1] = ~words[i - 1]!;
  }
  let order = Uint32Array.from({ length: values.length }, (_, i) => i);
  let other = new Uint32Array(values.length);
  for (const [word, shift] of [
    [0, 0],
    [0, 16],
    [1, 0],
    [1, 16],
  ] as const) {
    const begins = new Uint32Array(DIGIT + 1);
    const digit = (i: number) => (words[2 * i + word]! >>> shift) & (DIGIT - 1);
    for (let i = 0; i < values.length; i += 1) begins[digit(i) + 1]! += 1;
    for (let d = 0; d < DIGIT; d += 1) begins[d + 1]! += begins[d]!;
    for (const place of order) other[begins[digit(place)]!++] = place;
    [order, other] = [other, order];
  }
  return order;
}
