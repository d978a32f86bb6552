const MOST_WAVELENGTHS = 1000;

/**
 * Wavelengths as people write them: `first:step:last` such as 400:10:700, or numbers with commas,
 * in nm.
 *
 * @returns undefined when the text is neither.
 */
export function parseWavelengths(text: string): readonly number[] | undefined {
  const numbers = (separator: string): number[] =>
    text.split(separator).map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [first = NaN, step = NaN, last = NaN, ...more] = numbers(':');
  const count = Math.round((last - first) / step) + 1;
  const list = text.includes(':')
    ? more.length === 0 && step > 0 && count >= 1 && count <= MOST_WAVELENGTHS
      ? Array.from({ length: count }, (_, i) => first + i * step)
      : [NaN]
    : numbers(',');
  return list.every(Number.isFinite) ? list : undefined;
}
