/**
 * A number for a sentence: three significant digits, in exponential notation where it is very large
 * or very small.
 */
export const figure = (value: number): string =>
  value !== 0 && (Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3)
    ? value.toExponential(2)
    : Number(value.toPrecision(3)).toString();

/** A number of two significant digits, also where the second is 0: '3.6', '0.60', '120'. */
export const brief = (value: number): string =>
  value >= 99.5 ? String(Math.round(value)) : value.toPrecision(2);

/** A time for a sentence, to three significant digits: '44.1 ms', '1.5 s'. */
export function duration(seconds: number): string {
  if (seconds < 1e-3) return `${figure(seconds * 1e6)} µs`;
  return seconds < 1 ? `${figure(seconds * 1e3)} ms` : `${figure(seconds)} s`;
}

/** A percentage for a sentence; a positive one is never rounded to 0. */
export const percentFigure = (percent: number): string =>
  percent > 0 && percent < 0.01 ? '< 0.01 %' : `${Number(percent.toPrecision(3))} %`;

/** Letters of a sensor's channels: 'RGB', or those of the colours. */
export const lettersOf = (channels: readonly string[] | undefined): string =>
  channels?.map((colour) => colour[0]!.toUpperCase()).join('') ?? 'RGB';

/** One figure per colour channel: 'R 1, G 2, B 3'. */
export const perChannel = (
  values: readonly number[],
  format: (value: number) => string = figure,
  letters = 'RGB',
): string => values.map((value, channel) => `${letters[channel]!} ${format(value)}`).join(', ');
