/** A number for a sentence: three significant digits, plain where that reads well. */
export const figure = (value: number): string =>
  value !== 0 && (Math.abs(value) >= 1e5 || Math.abs(value) < 1e-2)
    ? value.toExponential(2)
    : Number(value.toPrecision(3)).toString();

/** One figure per colour channel: 'R 1, G 2, B 3'. */
export const perChannel = (
  values: readonly number[],
  format: (value: number) => string = figure,
): string => values.map((value, channel) => `${'RGB'[channel]!} ${format(value)}`).join(', ');
