import { philox } from '../random/philox.ts';
import { paraxialFigures } from './varied-lens.ts';
import {
  allSteps,
  leastSquares,
  type LeastSquaresResult,
  type Steps,
} from '../analysis/least-squares.ts';
import { lensAt, lensProblem, residualsAt, type LensProblem } from './lens-problem.ts';
import { valuesAtStart } from './lens-merit.ts';
import type { LensStudy, VariedNumber } from './lens-study.ts';

/** Shares of aperture and field at which a random lens is opened, and the steps at each. */
const OPENING = [
  [1 / 3, 20],
  [2 / 3, 20],
] as const;
/** Random curvatures are within this over the focal length, where they have no bounds. */
const USUAL_BEND = 3.5;

/** A number from 0 to 1 for each draw of each start, whatever was drawn before. */
function drawn(seed: number, start: number, draw: number): number {
  const words = new Uint32Array(4);
  philox([start, draw, 0, 0], [seed, 0x6c656e73], words);
  return (words[0]! + 0.5) / 2 ** 32;
}

const isCurvature = ({ part }: VariedNumber): boolean =>
  part.part === 'surface' && (part.property === 'curvature' || part.property === 'radius');

/** Bounds of a curvature that is drawn; a radius is drawn by its curvature. */
function bendRange({ from, to, part }: VariedNumber, focalMm: number): readonly [number, number] {
  const usual = USUAL_BEND / focalMm;
  if (part.part === 'surface' && part.property === 'radius') return [-usual, usual];
  return [Math.max(from, -usual), Math.min(to, usual)];
}

/** A problem with less aperture and field. */
const opened = (problem: LensProblem, share: number): LensProblem => ({
  ...problem,
  pupilRadiusMm: problem.pupilRadiusMm * share,
  document: { ...problem.document, fields: problem.document.fields.map((field) => field * share) },
});

/**
 * Least squares of a study's numbers from a point.
 *
 * @returns undefined where the point is inadmissible.
 */
export function* improvingSteps(
  problem: LensProblem,
  vary: readonly Pick<VariedNumber, 'from' | 'to'>[],
  start: Float64Array,
  iterations: number,
): Steps<LeastSquaresResult | undefined> {
  if (!residualsAt(problem, start, false)) return undefined;
  return yield* leastSquares(
    {
      start,
      from: vary.map(({ from }) => from),
      to: vary.map(({ to }) => to),
      residuals: (values, hasSlopes) => residualsAt(problem, values, hasSlopes),
    },
    iterations,
  );
}

/** The same at once. */
const improved = (...parts: Parameters<typeof improvingSteps>): LeastSquaresResult | undefined =>
  allSteps(improvingSteps(...parts));

/**
 * A lens from random curvatures: the last one gives the focal length, the sensor stands in the
 * paraxial focus, and aperture and field are opened in three steps.
 *
 * @param number of the start; the draws depend on it and the seed alone.
 * @returns undefined for a lens that cannot be opened.
 */
function randomLens(
  problem: LensProblem,
  study: LensStudy,
  number: number,
  iterations: number,
): LeastSquaresResult | undefined {
  const { vary } = study;
  let values = valuesAtStart(problem, study);
  const focalMm = focalLengthWanted(problem, study, values);
  const bends = vary.flatMap((entry, at) => (isCurvature(entry) ? [at] : []));
  for (const [draw, at] of bends.entries()) {
    const [low, high] = bendRange(vary[at]!, focalMm / problem.scale);
    const bend = low + (high - low) * drawn(study.seed, number, draw);
    values[at] = isRadius(vary[at]!) ? 1 / bend : bend;
  }
  const last = bends.at(-1);
  if (last === undefined) return undefined;
  values[last] = solvedBend(problem, values, last, focalMm);
  values = focusedOn(problem, vary, values);
  if (!isWithin(vary, values)) return undefined;
  for (const [share, steps] of OPENING) {
    const result = improved(opened(problem, share), vary, values, steps);
    if (!result) return undefined;
    ({ values } = result);
  }
  return improved(problem, vary, values, iterations);
}

const isRadius = ({ part }: VariedNumber): boolean =>
  part.part === 'surface' && part.property === 'radius';

/** Whether numbers lie between the bounds of what is varied. */
export const isWithin = (vary: readonly VariedNumber[], values: Float64Array): boolean =>
  vary.every(({ from, to }, i) => values[i]! >= from && values[i]! <= to);

function focalLengthWanted(
  problem: LensProblem,
  { operands }: LensStudy,
  values: Float64Array,
): number {
  const wanted = operands.find(({ figure }) => figure === 'eflMm')?.target;
  return wanted ?? paraxialFigures(lensAt(problem, values), problem.document.reference).eflMm.value;
}

/** The last curvature with which the lens has the focal length: the power is linear in it. */
function solvedBend(
  problem: LensProblem,
  values: Float64Array,
  at: number,
  focalMm: number,
): number {
  const powerWith = (bend: number): number => {
    const tried = values.slice();
    tried[at] = isRadius(problem.vary[at] as VariedNumber) ? 1 / bend : bend;
    return 1 / paraxialFigures(lensAt(problem, tried), problem.document.reference).eflMm.value;
  };
  // Neither may be 0, which has no radius.
  const [one, other] = [1e-3 / focalMm, -1e-3 / focalMm];
  const [atOne, atOther] = [powerWith(one), powerWith(other)];
  const bend = one + ((1 / focalMm - atOne) * (other - one)) / (atOther - atOne);
  return isRadius(problem.vary[at] as VariedNumber) ? 1 / bend : bend;
}

/** The values with the sensor in the paraxial focus, where its distance is varied. */
function focusedOn(
  problem: LensProblem,
  vary: readonly VariedNumber[],
  values: Float64Array,
): Float64Array {
  const last = problem.document.lens.surfaces.length - 1;
  return values.map((value, i) => {
    const { part, from, to } = vary[i]!;
    if (part.part !== 'surface' || part.property !== 'thickness' || part.at !== last) return value;
    const { bflMm } = paraxialFigures(lensAt(problem, values), problem.document.reference);
    return Math.min(to, Math.max(from, bflMm.value / problem.scale));
  });
}

/** A part of the starts of a study. */
export interface StartsPart {
  readonly study: LensStudy;
  readonly iterations: number;
  readonly from: number;
  readonly to: number;
  /** For each start its merit, NaN for a lens that cannot be opened, and then its values. */
  readonly out: Float64Array;
}

/** Makes random lenses and improves them; a job. */
export function searchLenses({ study, iterations, from, to, out }: StartsPart): void {
  const problem = lensProblem(study, study.vary);
  const width = study.vary.length + 1;
  for (let start = from; start < to; start += 1) {
    const found = randomLens(problem, study, start, iterations);
    out[start * width] = found?.merit ?? NaN;
    if (found) out.set(found.values, start * width + 1);
  }
}

/** Lenses whose merits are this near, and whose numbers too, are the same lens. */
const SAME = 1e-2;

/** The best lenses that differ in merit or layout, the best first. */
export function distinctLenses<
  Lens extends { readonly merit: number; readonly values: Float64Array },
>(lenses: readonly Lens[], most: number): readonly Lens[] {
  const kept: Lens[] = [];
  for (const lens of lenses.toSorted((a, b) => a.merit - b.merit)) {
    const isKnown = kept.some(
      ({ merit, values }) =>
        lens.merit - merit < SAME * merit &&
        values.every((value, i) => Math.abs(lens.values[i]! - value) <= SAME * Math.abs(value)),
    );
    if (!isKnown) kept.push(lens);
    if (kept.length === most) break;
  }
  return kept;
}
