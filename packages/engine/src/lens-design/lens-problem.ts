import { describeFailure } from '../optics/ray-trace/ray.ts';
import { SimulationError } from '../simulation-error.ts';
import { constant, minus, over, plus, scaled, variable, type Dual } from './dual.ts';
import { LostRay, fieldRays, type FieldRays } from './field-rays.ts';
import type { MeritDocument, NamedPart, Solve } from './lens-study.ts';
import type { Residuals } from '../analysis/least-squares.ts';
import { refocusOf, residualsOf } from './merit.ts';
import type { PupilPart } from './pupil-points.ts';
import {
  constantLens,
  matrixThrough,
  paraxialFigures,
  partValue,
  scaleOf,
  setPart,
  type VariedLens,
} from './varied-lens.ts';
import { vignettedParts } from './vignetting.ts';

/** A merit of a lens as a function of numbers of it. */
export interface LensProblem {
  readonly document: MeritDocument;
  readonly vary: readonly NamedPart[];
  readonly scale: number;
  readonly pupilRadiusMm: number;
  readonly parts: ReadonlyMap<number, PupilPart>;
  /** Residuals of the values besides those of the merit. */
  readonly extra?: (values: ArrayLike<number>) => Residuals;
  /** Numbers that are set besides, in place of those of the file. */
  readonly base?: { readonly vary: readonly NamedPart[]; readonly values: ArrayLike<number> };
}

/** The problem of a document with these parts varied. */
export function lensProblem(document: MeritDocument, vary: readonly NamedPart[]): LensProblem {
  const scale = scaleOf(document.lens);
  const nominal = constantLens(document.lens, scale, 0);
  const bare = {
    document,
    vary,
    scale,
    pupilRadiusMm: pupilRadius(document, nominal),
    parts: new Map<number, PupilPart>(),
  };
  return document.vignetting === 'none'
    ? bare
    : { ...bare, parts: vignettedParts(document, bare.pupilRadiusMm) };
}

/** Radius of the entrance pupil, mm, by the aperture of the document or the lens's own stop. */
function pupilRadius(
  { aperture, operands, solves, reference }: MeritDocument,
  lens: VariedLens,
): number {
  const { eflMm, stopMagnification } = paraxialFigures(lens, reference);
  if (!aperture)
    return (
      (lens.surfaces[lens.stopIndex]!.semiDiameter.value * lens.scale) /
      Math.abs(stopMagnification.value)
    );
  if ('entrancePupilDiameterMm' in aperture) return aperture.entrancePupilDiameterMm / 2;
  const wanted =
    operands.find(({ figure }) => figure === 'eflMm')?.target ??
    solves.find((solve) => solve.solve === 'focalLength')?.value;
  return (wanted ?? eflMm.value) / (2 * aperture.fNumber);
}

/** Numbers of the lens in its file, in the order of `vary`; solves and pickups have acted. */
export const startValues = (problem: LensProblem): Float64Array => {
  const lens = lensAt(problem);
  return Float64Array.from(problem.vary, ({ part }) => partValue(lens, part));
};

/**
 * The lens with other numbers; pickups follow, then solves.
 *
 * @param values in the order of `vary`; undefined: those of the file.
 * @param hasSlopes whether derivatives by them are wanted.
 */
export function lensAt(
  { document, vary, scale, base }: LensProblem,
  values?: ArrayLike<number>,
  hasSlopes = false,
): VariedLens {
  const count = hasSlopes ? vary.length : 0;
  const lens = constantLens(document.lens, scale, count);
  for (const [at, { part }] of (base?.vary ?? []).entries())
    setPart(lens, part, constant(base!.values[at]!));
  const set = new Map<string, Dual>();
  for (const [at, { part }] of (values ? vary : []).entries()) {
    const value = hasSlopes ? variable(values![at]!, at, count) : constant(values![at]!);
    set.set(JSON.stringify(part), value);
    setPart(lens, part, value);
  }
  for (const { part, from, scale: factor, offset } of document.pickups) {
    const source = set.get(JSON.stringify(from)) ?? constant(partValue(lens, from));
    const value = scaled(source, factor, offset);
    set.set(JSON.stringify(part), value);
    setPart(lens, part, value);
  }
  for (const solve of document.solves) if ('surface' in solve) solveLength(lens, solve, document);
  for (const solve of document.solves)
    if (!('surface' in solve)) {
      const { bflMm } = paraxialFigures(lens, document.reference);
      // A best focus is looked for from here; its offset is added last.
      const offset = solve.solve === 'bestFocus' ? 0 : solve.offset;
      lens.surfaces.at(-1)!.thickness = scaled(bflMm, 1 / scale, offset);
    }
  return lens;
}

/**
 * The same with the sensor in the best focus, where the document asks for it.
 *
 * @throws LostRay when a ray that finds it does not arrive.
 */
export function focusedLensAt(
  problem: LensProblem,
  values?: ArrayLike<number>,
  hasSlopes = false,
): VariedLens {
  const { document, scale, pupilRadiusMm, parts } = problem;
  const lens = lensAt(problem, values, hasSlopes);
  for (const solve of document.solves)
    if (solve.solve === 'bestFocus') {
      const shift = refocusOf(fieldRays(document, lens, pupilRadiusMm, parts), document);
      const row = lens.surfaces.at(-1)!;
      row.thickness = plus(row.thickness, scaled(shift, 1 / scale, solve.offset));
    }
  return lens;
}

type LengthSolve = Extract<Solve, { readonly surface: number }>;

/** The curvature with which the lens has its focal length: its power is linear in it. */
function solveLength(lens: VariedLens, solve: LengthSolve, document: MeritDocument): void {
  const bend = (curvature: Dual): void =>
    setPart(lens, { part: 'surface', at: solve.surface, property: 'curvature' }, curvature);
  const powerWith = (curvature: number): Dual => {
    bend(constant(curvature));
    return matrixThrough(lens, document.reference, 0, lens.surfaces.length)[2];
  };
  const [flat, bent] = [powerWith(0), powerWith(1)];
  const power = over(constant(-1), lengthOf(lens, solve, document));
  bend(over(minus(power, flat), minus(bent, flat)));
}

/** The focal length that a solve asks for, mm; the entrance pupil lies in front of its surface. */
function lengthOf(
  lens: VariedLens,
  { solve, value }: LengthSolve,
  { aperture, reference }: MeritDocument,
): Dual {
  if (solve === 'focalLength') return constant(value);
  if (aperture && 'entrancePupilDiameterMm' in aperture)
    return constant(value * aperture.entrancePupilDiameterMm);
  const { stopMagnification } = paraxialFigures(lens, reference);
  const pupil = over(lens.surfaces[lens.stopIndex]!.semiDiameter, stopMagnification);
  return scaled(pupil, 2 * value * lens.scale * Math.sign(stopMagnification.value));
}

/** The rays of the lens with those numbers. */
export const raysAt = (
  problem: LensProblem,
  values?: ArrayLike<number>,
  hasSlopes = false,
): FieldRays =>
  fieldRays(
    problem.document,
    focusedLensAt(problem, values, hasSlopes),
    problem.pupilRadiusMm,
    problem.parts,
  );

/** Residuals at a point; undefined where a ray does not arrive or a figure is no number. */
export function residualsAt(
  problem: LensProblem,
  values: ArrayLike<number>,
  hasSlopes: boolean,
): Residuals | undefined {
  try {
    const merit = residualsOf(raysAt(problem, values, hasSlopes), problem.document);
    const extra = problem.extra?.(values);
    const residuals = extra
      ? {
          values: [...merit.values, ...extra.values],
          slopes: [...merit.slopes, ...extra.slopes],
        }
      : merit;
    return residuals.values.every(Number.isFinite) ? residuals : undefined;
  } catch (error) {
    if (error instanceof LostRay) return undefined;
    throw error;
  }
}

/**
 * Computes something of the start, where every ray must arrive.
 *
 * @throws SimulationError naming field and surface.
 */
export function atStart<Value>({ document }: LensProblem, compute: () => Value): Value {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof LostRay)) throw error;
    const { field, failure } = error.at;
    const why = describeFailure(failure, { count: document.lens.surfaces.length });
    throw new SimulationError(
      'bad-parameter',
      `a ray of field ${field} (${(field * document.lens.halfFieldDegrees).toPrecision(4)}°) ${why}: the start of a study must let all its rays through.`,
      `lens.surfaces[${Math.min(failure >> 2, document.lens.surfaces.length - 1)}]`,
    );
  }
}

/** Sum of squares, M². */
export const squaredMerit = ({ values }: Residuals): number =>
  values.reduce((sum, value) => sum + value * value, 0);

/** Derivatives of M² by the varied numbers. */
export function gradientOfSquare({ values, slopes }: Residuals): Float64Array {
  const gradient = new Float64Array(slopes[0]?.length ?? 0);
  for (const [k, row] of slopes.entries())
    for (let i = 0; i < gradient.length; i += 1) gradient[i]! += 2 * values[k]! * row[i]!;
  return gradient;
}
