import { monotoneCurve, onCurve, type MonotoneCurve } from '../optics/measured/monotone-curve.ts';
import { medianOf } from '../quantities/statistics.ts';
import type { DevelopedHalf } from './developed-chart.ts';
import { grouped } from './grouped.ts';
import { fitNumbers, type FittedNumbers } from './fit-numbers.ts';

/** Gains, matrix and curve of an ISP: developed = curve(M (g raw)). */
export interface IspModel {
  /** Gains of red and blue over green; undefined for a camera of one colour. */
  readonly gains: readonly [red: number, blue: number] | undefined;
  /** Rows sum to 1; the unit matrix of one for a camera of one colour. */
  readonly matrix: readonly (readonly number[])[];
  /** From shares of the brightest green (or white) to shares of the largest code. */
  readonly curve: MonotoneCurve;
}

/** A model, and what it leaves. */
export interface FittedIsp {
  readonly model: IspModel;
  readonly fit: FittedNumbers;
  /** Residuals of each patch under all lights, and those that hold the curve elsewhere. */
  readonly groups: {
    readonly patches: readonly (readonly number[])[];
    readonly held: readonly number[];
  };
  /** Root mean square of what is left, shares of the largest code. */
  readonly left: number;
  /** From numbers of the fit to the model. */
  readonly modelOf: (values: ArrayLike<number>) => IspModel;
}

/** Knots of the curve, and the last one as a share of the brightest green. */
const [KNOTS, USUAL_END] = [17, 1.6];
/** Where a value that is not at the end of the codes lies beyond: the last knot over it. */
const BEYOND = 1.05;
/** Most fits with a further end. */
const MOST_ENDS = 4;
/** Developed values that are used, shares of the largest code. */
const [LEAST, MOST] = [0.01, 0.99];
/** Weight of second differences of the knots: only knots that no patch reaches feel it. */
const SMOOTHNESS = 0.005;
/** Exponent of the curve at which the fit starts. */
const START_EXPONENT = 0.45;
/** Share of the patches, the least coloured ones, that tell where gains start. */
const GREYEST = 0.2;
const COLOUR_NUMBERS = 8;
const STEP = 1e-5;
/** The furthest that gains and factors of the matrix are looked for. */
const [LARGEST_GAIN, LARGEST_FACTOR] = [32, 8];

/** Of each colour how many developed values can be used. */
export const usableValues = (halves: readonly DevelopedHalf[]): readonly number[] =>
  halves[0]!.developed.map(
    (_, colour) => halves.filter(({ developed }) => isUsable(developed[colour]!)).length,
  );

const isUsable = (value: number): boolean => value >= LEAST && value <= MOST;

/**
 * Fits gains, matrix and curve by least squares; deterministic. Where the matrix carries red or
 * blue beyond the last knot, and the picture is not white there, the knots reach further.
 *
 * @param halves raw as shares of the brightest green.
 * @see docs/reference/twin.md#t5
 */
export function fitIsp(halves: readonly DevelopedHalf[]): FittedIsp {
  let end = USUAL_END;
  let fitted = fitWithin(halves, end);
  for (let i = 0; i < MOST_ENDS; i += 1) {
    const brightest = Math.max(
      ...halves.flatMap(({ raw, developed }) =>
        developed.map((value, colour) =>
          isUsable(value) ? beforeCurve(fitted.model, raw, colour) : 0,
        ),
      ),
    );
    if (!(brightest > end)) break;
    end = BEYOND * brightest;
    fitted = fitWithin(halves, end);
  }
  return fitted;
}

function fitWithin(halves: readonly DevelopedHalf[], end: number): FittedIsp {
  const knots = Array.from({ length: KNOTS }, (_, k) => end * (k / (KNOTS - 1)) ** 2);
  const colours = halves[0]!.raw.length;
  const hasColours = colours > 1;
  const first = hasColours ? COLOUR_NUMBERS : 0;
  const used = halves.flatMap(({ raw, developed, patch }) =>
    developed.flatMap((value, colour) => (isUsable(value) ? [{ raw, value, colour, patch }] : [])),
  );
  const modelOf = (values: ArrayLike<number>): IspModel => ({
    gains: hasColours ? [values[0]!, values[1]!] : undefined,
    matrix: hasColours ? matrixOf(values) : [[1]],
    curve: monotoneCurve(knots, knotsOf(values, first)),
  });
  const fit = fitNumbers({
    start: [...(hasColours ? startOfColours(halves) : []), ...startOfCurve(halves, knots)],
    steps: [...new Array<number>(first + KNOTS).fill(STEP)],
    from: Array.from({ length: first + KNOTS }, (_, i) =>
      i >= first ? 0 : i < 2 ? 1 / LARGEST_GAIN : -LARGEST_FACTOR,
    ),
    to: Array.from({ length: first + KNOTS }, (_, i) =>
      i >= first ? 1 : i < 2 ? LARGEST_GAIN : LARGEST_FACTOR,
    ),
    residuals: (values) => {
      const model = modelOf(values);
      const left = used.map(({ raw, value, colour }) => developedBy(model, raw, colour) - value);
      for (let k = first + 2; k < values.length; k += 1)
        left.push(SMOOTHNESS * (values[k]! - values[k - 1]!));
      return Float64Array.from(left);
    },
  });
  const squares = fit.residuals
    .subarray(0, used.length)
    .reduce((sum, value) => sum + value * value, 0);
  return {
    model: modelOf(fit.values),
    fit,
    groups: {
      patches: [...grouped(Array.from(used.keys()), (i) => String(used[i]!.patch)).values()],
      held: Array.from(fit.residuals.keys()).slice(used.length),
    },
    left: Math.sqrt(squares / used.length),
    modelOf,
  };
}

/** What an ISP makes of a raw value, before its curve. */
function beforeCurve({ gains, matrix }: IspModel, raw: readonly number[], colour: number): number {
  if (!gains) return raw[0]!;
  const [red, green, blue] = matrix[colour]!;
  return red! * gains[0] * raw[0]! + green! * raw[1]! + blue! * gains[1] * raw[2]!;
}

const developedBy = (model: IspModel, raw: readonly number[], colour: number): number =>
  onCurve(model.curve, beforeCurve(model, raw, colour));

/** Rows of the matrix from the six numbers beside its diagonal. */
function matrixOf(values: ArrayLike<number>): readonly (readonly number[])[] {
  const [rg, rb, gr, gb, br, bg] = Array.from(values).slice(2, COLOUR_NUMBERS) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    [1 - rg - rb, rg, rb],
    [gr, 1 - gr - gb, gb],
    [br, bg, 1 - br - bg],
  ];
}

/** Values at the knots from the value at 0 and the steps between them. */
function knotsOf(values: ArrayLike<number>, first: number): readonly number[] {
  let sum = 0;
  return Array.from({ length: KNOTS }, (_, k) => Math.min((sum += values[first + k]!), 1));
}

/** Gains that make alike what was developed without colour; the matrix changes nothing. */
function startOfColours(halves: readonly DevelopedHalf[]): readonly number[] {
  const chroma = ({ developed }: DevelopedHalf): number =>
    (Math.max(...developed) - Math.min(...developed)) / Math.max(...developed, LEAST);
  const lit = halves.filter(({ developed }) => developed.every(isUsable));
  const grey = [...(lit.length > 0 ? lit : halves)]
    .sort((a, b) => chroma(a) - chroma(b))
    .slice(0, Math.ceil(GREYEST * halves.length));
  const gain = (colour: number): number =>
    Math.min(
      Math.max(medianOf(grey.map(({ raw }) => raw[1]! / raw[colour]!)), 1 / LARGEST_GAIN),
      LARGEST_GAIN,
    );
  return [gain(0), gain(2), 0, 0, 0, 0, 0, 0];
}

/** A power curve through the brightest value. */
function startOfCurve(
  halves: readonly DevelopedHalf[],
  knots: readonly number[],
): readonly number[] {
  const colour = halves[0]!.raw.length > 1 ? 1 : 0;
  const top = Math.max(...halves.map(({ developed }) => developed[colour]!));
  const values = knots.map((at) => Math.min(top * at ** START_EXPONENT, 1));
  return values.map((value, k) => value - (values[k - 1] ?? 0));
}
