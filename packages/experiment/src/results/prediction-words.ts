import type { Prediction } from '@lumenloom/scoring';

/** A figure with three decimals, never "-0.000"; a dash where there is none. */
export function threeDecimals(value: number | null): string {
  if (value === null) return '–';
  const text = value.toFixed(3);
  return Number(text) === 0 ? (0).toFixed(3) : text;
}

/** '[0.885, 0.977]'. */
export const intervalInWords = (interval: readonly [number, number] | null): string =>
  interval ? `[${interval.map(threeDecimals).join(', ')}]` : '–';

type Figures = readonly (Prediction['figures'][number] & { readonly chosen?: 'after' })[];

/** Each figure in a row: how well it predicts, on all cameras and on those that no fit has met. */
export const figureRows = (
  { figures }: { readonly figures: Figures },
  nameOf: (figure: string) => string = (figure) => figure,
): { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] } => ({
  headings: ['figure', 'n', 'Spearman', '95 % interval', 'rho', 'RMSE', 'R²'],
  rows: figures.map(({ figure, n, spearman, interval, test, chosen }) => [
    `${nameOf(figure)}${chosen ? ' (chosen after)' : ''}`,
    String(n),
    threeDecimals(spearman),
    intervalInWords(interval),
    threeDecimals(test.rho),
    threeDecimals(test.rmse),
    threeDecimals(test.r2),
  ]),
});

/** On which cameras a result holds; it stands under every one. */
export const MEASURED_HERE = 'Measured on these scenes, this network and these cameras only.';

/**
 * What is to be said of a prediction: cameras that a figure leaves out, and which figures can be
 * told apart.
 *
 * @param nameOf what a figure is called. @param without what a camera may lack besides a figure.
 */
export function predictionSentences(
  { figures, differences }: Pick<Prediction, 'figures' | 'differences'>,
  nameOf: (figure: string) => string = (figure) => figure,
  without = '',
): readonly string[] {
  return [
    ...figures.flatMap(({ figure, missing }) => {
      if (missing === 0) return [];
      const lack = `no ${nameOf(figure)}${without}`;
      return missing === 1
        ? [`1 camera has ${lack}; it is left out for that figure.`]
        : [`${missing} cameras have ${lack}; they are left out for that figure.`];
    }),
    ...differences.map(({ first, second, value, interval }) => {
      if (value === null)
        return `${nameOf(first)} and ${nameOf(second)} cannot be compared: one of them has no correlation here, as it or the score does not vary.`;
      const by = `: |${nameOf(second)}| - |${nameOf(first)}| = ${threeDecimals(value)} ${intervalInWords(interval)}`;
      const isApart = interval !== null && (interval[0] > 0 || interval[1] < 0);
      return `${nameOf(first)} and ${nameOf(second)} ${isApart ? 'differ' : 'cannot be told apart here'}${by}.`;
    }),
  ];
}
