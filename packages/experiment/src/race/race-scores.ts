import {
  drawImages,
  halfWidth,
  hitMatches,
  hitPrecision,
  varianceOf,
  type Hits,
  type Interval,
} from '@lumenloom/scoring';

/** The scores of a race: candidates by number, over the first n pictures. */
export interface RaceScores {
  readonly candidates: number;
  readonly pictures: number;
  /** High less low of the score of a picture; undefined without a range. */
  readonly span: number | undefined;
  estimate(candidate: number, n: number): number;
  /** 95 %, of the candidate alone (docs/reference/choose.md#intervals). */
  interval(candidate: number, n: number): Interval | null;
  /** Candidate less other, and its standard error. */
  difference(
    candidate: number,
    other: number,
    n: number,
  ): { readonly value: number; readonly error: number };
  /** Picture by picture, in spans; undefined where the score is no mean over pictures. */
  readonly differences?:
    | ((candidate: number, other: number, n: number) => Float64Array)
    | undefined;
}

const meanOf = (values: ArrayLike<number>, n: number): number => {
  let sum = 0;
  for (let i = 0; i < n; i += 1) sum += values[i]!;
  return sum / n;
};

const cut = ([low, high]: Interval, range: Interval | undefined): Interval =>
  range ? [Math.max(low, range[0]), Math.min(high, range[1])] : [low, high];

const around = (value: number, deviation: number, n: number): Interval | null => {
  if (n < 2) return null;
  const half = halfWidth(deviation, n);
  return [value - half, value + half];
};

/**
 * Scores that are means over pictures.
 *
 * @param values of each candidate, a number per picture.
 * @param range of the score of a picture.
 */
export function meanScores(
  values: readonly Float64Array[],
  range: Interval | undefined,
): RaceScores {
  const span = range && range[1] - range[0];
  const lessOther = (candidate: number, other: number, n: number): Float64Array =>
    values[candidate]!.subarray(0, n).map((value, i) => value - values[other]![i]!);
  const errorOf = (differences: Float64Array): number =>
    Math.sqrt(varianceOf([...differences]) / differences.length);
  return {
    candidates: values.length,
    pictures: values[0]?.length ?? 0,
    span,
    estimate: (candidate, n) => meanOf(values[candidate]!, n),
    interval: (candidate, n) => {
      const own = values[candidate]!.subarray(0, n);
      const found = around(meanOf(own, n), errorOf(own), n);
      return found && cut(found, range);
    },
    difference: (candidate, other, n) => {
      const differences = lessOther(candidate, other, n);
      return { value: meanOf(differences, n), error: errorOf(differences) };
    },
    ...(span !== undefined && {
      differences: (candidate, other, n) =>
        lessOther(candidate, other, n).map((value) => value / span),
    }),
  };
}

/** Detections of a condition: a list of pictures per candidate, and the objects of each picture. */
export interface FoundIn {
  readonly weight: number;
  readonly truths: readonly number[];
  readonly found: readonly (readonly Hits[])[];
}

/** Of a candidate over the first n pictures: its figure, and the figure of each draw of them. */
interface Drawn {
  readonly n: number;
  readonly value: number;
  readonly draws: readonly (number | null)[];
}

/**
 * Average precisions of one class, their weighted mean over conditions; errors are those of draws
 * of pictures, the same for all candidates and conditions.
 */
export function precisionScores(
  conditions: readonly FoundIn[],
  { draws, seed }: { readonly draws: number; readonly seed: number },
): RaceScores {
  const pictures = conditions[0]?.truths.length ?? 0;
  const weights = conditions.reduce((sum, { weight }) => sum + weight, 0);
  const kept = new Map<number, Drawn>();
  const drawnOf = (candidate: number, n: number): Drawn => {
    const known = kept.get(candidate);
    if (known?.n === n) return known;
    const matches = conditions.map(({ truths, found }) =>
      hitMatches(found[candidate]!.slice(0, n), truths.slice(0, n)),
    );
    const figure = (times?: Uint32Array): number | null => {
      let sum = 0;
      for (const [i, one] of matches.entries()) {
        const precision = hitPrecision(one, times);
        if (precision === null) return null;
        sum += conditions[i]!.weight * precision;
      }
      return sum / weights;
    };
    const times = new Uint32Array(n);
    const drawn: Drawn = {
      n,
      value: figure() ?? 0,
      draws: Array.from({ length: draws }, (_, draw) => {
        drawImages([seed, 0], draw, times);
        return figure(times);
      }),
    };
    kept.set(candidate, drawn);
    return drawn;
  };
  return {
    candidates: conditions[0]?.found.length ?? 0,
    pictures,
    span: 1,
    estimate: (candidate, n) => drawnOf(candidate, n).value,
    interval: (candidate, n) => {
      const { value, draws: drawn } = drawnOf(candidate, n);
      const found = around(value, Math.sqrt(varianceOf(drawn)), n);
      return found && cut(found, [0, 1]);
    },
    difference: (candidate, other, n) => {
      const [one, two] = [drawnOf(candidate, n), drawnOf(other, n)];
      const differences = one.draws.map((value, draw) => {
        const beside = two.draws[draw] ?? null;
        return value === null || beside === null ? null : value - beside;
      });
      return { value: one.value - two.value, error: Math.sqrt(varianceOf(differences)) };
    },
  };
}
