/** Round numbers from 0 to at least `maximum`, four to six of them, for an axis. */
export function ticksTo(maximum: number): readonly number[] {
  if (!(maximum > 0) || !Number.isFinite(maximum)) return [0, 1];
  const rough = maximum / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * (1 - 1e-9)) ?? 10 * power;
  const count = Math.ceil(maximum / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** A number for an axis or a read-out: four figures, powers of ten where it is very large or small. */
export function shortNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? value.toExponential(2).replace('e+', 'e') : String(Number(value.toPrecision(4)));
}
