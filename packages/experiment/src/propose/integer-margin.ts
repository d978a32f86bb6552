import { quickNormalQuantile, quickNormalTail } from '@lumenloom/engine/arithmetic';

/** A normal distribution whose axes are scaled one by one. */
export interface Scaled {
  readonly mean: Float64Array;
  readonly step: number;
  /** Diagonal of the covariance. */
  readonly variances: Float64Array;
  readonly scales: Float64Array;
}

/**
 * Moves and widens the distribution of whole numbers, so that each keeps at least the probability
 * `alpha` to change: without it the search stops at the first values.
 *
 * @param cells for each coordinate the ends of the places that mean the same value, from 0 to 1;
 * undefined for numbers of any size.
 * @see Hamano, Saito, Nomura and Shirakawa: CMA-ES with margin, GECCO 2022, section 3.
 */
export function withMargin(
  { mean, step, variances, scales }: Scaled,
  cells: readonly (((place: number) => readonly [number, number]) | undefined)[],
  alpha: number,
): { readonly mean: Float64Array; readonly scales: Float64Array } {
  const moved = Float64Array.from(mean);
  const scaled = Float64Array.from(scales);
  for (const [at, cellOf] of cells.entries()) {
    if (!cellOf) continue;
    const place = Math.min(1, Math.max(0, mean[at]!));
    const [low, high] = cellOf(place);
    const deviation = step * scales[at]! * Math.sqrt(variances[at]!);
    const isFirst = low <= 0;
    if (isFirst || high >= 1) {
      const edge = isFirst ? high : low;
      const most = quickNormalQuantile(1 - alpha) * deviation;
      if (Math.abs(place - edge) > most) moved[at] = edge + (isFirst ? -most : most);
      continue;
    }
    const below = Math.max(alpha / 2, quickNormalTail((place - low) / deviation));
    const above = Math.max(alpha / 2, quickNormalTail((high - place) / deviation));
    const within = Math.max(
      0,
      1 - quickNormalTail((place - low) / deviation) - quickNormalTail((high - place) / deviation),
    );
    const share = (1 - below - above - within) / (below + above + within - 1.5 * alpha);
    const toLow = quickNormalQuantile(1 - (below + share * (below - alpha / 2)));
    const toHigh = quickNormalQuantile(1 - (above + share * (above - alpha / 2)));
    if (!(toLow + toHigh > 0)) continue;
    moved[at] = (low * toHigh + high * toLow) / (toLow + toHigh);
    scaled[at] = (high - low) / (step * Math.sqrt(variances[at]!) * (toLow + toHigh));
  }
  return { mean: moved, scales: scaled };
}

/**
 * Moves the coordinates of the values of a choice towards the largest one, so that each value keeps
 * at least about the probability `alpha` to win: the margin of whole numbers, for choices.
 *
 * @param groups first coordinate and number of values of each choice.
 * @param deviationOf of the difference of two coordinates.
 */
export function withChoiceMargin(
  mean: Float64Array,
  groups: readonly { readonly first: number; readonly choices: number }[],
  deviationOf: (a: number, b: number) => number,
  alpha: number,
): void {
  for (const { first, choices } of groups) {
    let best = first;
    for (let at = first; at < first + choices; at += 1) if (mean[at]! > mean[best]!) best = at;
    const distance = quickNormalQuantile(1 - alpha);
    for (let at = first; at < first + choices; at += 1)
      mean[at] = Math.max(mean[at]!, mean[best]! - distance * deviationOf(at, best));
  }
}
