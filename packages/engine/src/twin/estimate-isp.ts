import { solveLinear } from '../analysis/linear-algebra.ts';
import { fail } from '../text/json-fields.ts';
import { drawnInterval, drawnPlaces, type Draws, type Interval } from './bootstrap.ts';
import { cleanedFrame } from './cleaned-frame.ts';
import { developedHalves, type DevelopedHalf, type DevelopedShot } from './developed-chart.ts';
import type { ChartPlace } from './chart-patches.ts';
import type { ColourReferences } from './estimate-colour.ts';
import { partMeans, sfrOf, type LensEstimate, type ShotEntry } from './estimate-lens.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { measuredFigure, undeterminedFigure, type TwinFigure, type TwinFigures } from './figure.ts';
import { fitIsp, usableValues, type FittedIsp, type IspModel } from './fit-isp.ts';
import { ispSharpening, type IspSharpening } from './isp-sharpening.ts';

/** What developed frames say of the ISP of a camera. */
export interface IspEstimate {
  readonly model: IspModel;
  /** Code above black that is 1 for the curve: the brightest green of the charts. */
  readonly brightest: number;
  readonly figures: TwinFigures;
  readonly matrixInterval: readonly (readonly Interval[])[];
  readonly curveInterval: readonly Interval[];
  /** Root mean square of developed patches minus the model, codes of 8 bits. */
  readonly residualCodes: number;
  readonly sharpening: IspSharpening | undefined;
  readonly notes: readonly string[];
}

/** Usable values of each colour below which nothing is fitted. */
const FEWEST_VALUES = 12;
const CODES = 255;
/** Numbers of the fit that a patch determines by itself. */
const PER_PATCH = 3;
/** Of the streams of random words. */
const STREAM = 0x6973;

/**
 * Gains, matrix, curve and sharpening of an ISP from charts and edges that it developed.
 *
 * @returns undefined where no chart was developed.
 * @throws SimulationError naming the developed picture that cannot be used.
 * @see docs/reference/twin.md#t5
 */
export async function estimateIsp(
  shots: readonly ShotEntry[],
  sensor: SensorEstimate,
  lens: LensEstimate,
  { charts: known }: Pick<ColourReferences, 'charts'>,
  draws: Draws,
): Promise<IspEstimate | undefined> {
  const halves: DevelopedHalf[] = [];
  const files: string[] = [];
  for (const shot of shots.filter(({ entry }) => entry.kind === 'chart')) {
    const found = await developedShot(shot, sensor);
    if (!found) continue;
    const { at, chart, corners, developed } = shot.entry;
    const { reflectances: _, ...grid } = known[chart!]!;
    const place = { ...grid, corners: corners as ChartPlace['corners'] };
    const own = developedHalves(found, sensor, place);
    refuseClipped(own, at, developed!);
    halves.push(...own);
    files.push(developed!);
  }
  if (halves.length === 0) return undefined;
  const { first } = sensor.layout;
  const brightest = Math.max(...halves.map(({ raw }) => raw[first]!));
  const fitted = fitIsp(
    halves.map((half) => ({ ...half, raw: half.raw.map((value) => value / brightest) })),
  );
  const { model, left, modelOf } = fitted;
  const drawn = drawnNumbers(fitted, draws).map(modelOf);
  const intervalOf = (read: (one: IspModel) => number): Interval => drawnInterval(drawn.map(read));
  const edges: DevelopedShot[] = [];
  for (const shot of shots.filter(({ entry }) => entry.kind === 'edges')) {
    const found = await developedShot(shot, sensor);
    if (found) edges.push(found);
  }
  const sharpened = ispSharpening(
    edges,
    { sensor, sfr: sfrOf(lens), shading: lens.shading, model, brightest },
    draws,
  );
  return {
    model,
    brightest,
    figures: gainFigures(model, intervalOf, files),
    matrixInterval: model.matrix.map((row, r) =>
      row.map((_, c) => intervalOf(({ matrix }) => matrix[r]![c]!)),
    ),
    curveInterval: model.curve.at.map((_, k) => intervalOf(({ curve }) => curve.values[k]!)),
    residualCodes: CODES * left,
    ...sharpened,
  };
}

/** The mean of frames and what the camera made of them; undefined where it is not there. */
async function developedShot(
  shot: ShotEntry,
  sensor: SensorEstimate,
): Promise<DevelopedShot | undefined> {
  const { entry, exposure, developed } = shot;
  if (!developed) return undefined;
  const { means } = await partMeans(shot, sensor.layout, 1);
  const clean = cleanedFrame(means[0]!, exposure, entry.celsius, sensor);
  return { entry, clean, picture: await developed() };
}

/** @throws SimulationError where too few patches of a colour are between the ends of the codes. */
function refuseClipped(halves: readonly DevelopedHalf[], at: number, file: string): void {
  for (const [colour, count] of usableValues(halves).entries())
    if (count < FEWEST_VALUES)
      fail(
        `frames[${at}].developed`,
        `frames[${at}].developed: ${count} of ${halves.length} halves of the patches of ${file} are between 1 and 99 % of its codes in ${['red', 'green', 'blue'][colour]!}, and ${FEWEST_VALUES} are needed: develop it without clipping.`,
      );
}

/**
 * Numbers of the fit for patches that are drawn anew: one step of least squares from the fit. What
 * is left of a patch goes together: its pixels are the same under all lights.
 */
function drawnNumbers({ fit, groups }: FittedIsp, draws: Draws): readonly (readonly number[])[] {
  const { values, residuals, slopes } = fit;
  const count = values.length;
  const sumsOf = (rows: readonly number[]): Float64Array[] =>
    Array.from({ length: count }, (_, k) =>
      Float64Array.from({ length: count + 1 }, (__, j) =>
        rows.reduce(
          (sum, i) => sum + slopes[i]![k]! * (j < count ? slopes[i]![j]! : -residuals[i]!),
          0,
        ),
      ),
    );
  const always = sumsOf(groups.held);
  const sums = groups.patches.map(sumsOf);
  const number = groups.patches.length;
  const scale = Math.sqrt(number / Math.max(number - count / PER_PATCH, 1));
  return drawnPlaces(number, draws, STREAM).map((places) => {
    const equations = always.map((row) => row.slice());
    for (const place of places)
      for (const [k, row] of sums[place]!.entries())
        for (let j = 0; j <= count; j += 1) equations[k]![j]! += row[j]!;
    const steps = solveLinear(equations);
    return values.map((value, k) =>
      Number.isFinite(steps[k]!) ? value + scale * steps[k]! : value,
    );
  });
}

function gainFigures(
  { gains }: IspModel,
  intervalOf: (read: (one: IspModel) => number) => Interval,
  from: readonly string[],
): TwinFigures {
  const figure = (at: 0 | 1): TwinFigure => {
    if (!gains) return undeterminedFigure('', 'A camera of one colour has no gains.', from);
    const interval = intervalOf((one) => one.gains![at]);
    return { ...measuredFigure(gains[at], 0, { unit: '', from }), interval };
  };
  return { 'isp.red': figure(0), 'isp.blue': figure(1) };
}

/** Of `isp` in twin.json. */
export const ispTable = ({
  model: { gains, matrix, curve },
  brightest,
  matrixInterval,
  curveInterval,
  residualCodes,
  sharpening,
}: IspEstimate) => ({
  red: gains?.[0] ?? null,
  blue: gains?.[1] ?? null,
  matrix,
  matrixInterval,
  curve: { at: curve.at, value: curve.values, interval: curveInterval, codes: brightest },
  sharpening: sharpening ?? null,
  residualCodes,
});
