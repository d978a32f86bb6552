import type { FieldRays } from './field-rays.ts';
import {
  atStart,
  gradientOfSquare,
  lensProblem,
  raysAt,
  squaredMerit,
  startValues,
  type LensProblem,
} from './lens-problem.ts';
import type { LensStudy, MeritDocument, Operand } from './lens-study.ts';
import { fieldSizes, residualsOf } from './merit.ts';
import { operandFigure, operandResidual } from './operands.ts';
import { nominalPlaces } from './varied-lens.ts';

/** Figures of a lens under a merit. The keys are published. */
export interface LensMerit {
  /** M, mm with spots and waves with wavefronts. */
  readonly merit: number;
  /** Per field. */
  readonly rmsSpotMm: readonly number[];
  readonly wavefrontRmsWaves: readonly number[];
  readonly eflMm: number;
  readonly bflMm: number;
  readonly totalTrackMm: number;
  readonly entrancePupilZMm: number;
  /** How far the sensor would move for the smallest spots. */
  readonly refocusMm: number;
  readonly operands: readonly (Operand & {
    readonly value: number;
    /** Distance from what it is held to, times its weight. */
    readonly residual: number;
  })[];
  /** The gradient of M², by path. */
  readonly gradientOfMeritSquared?: Readonly<Record<string, number>>;
}

/**
 * Figures of the lens of a study as it starts.
 *
 * @param hasGradient whether the derivatives of M² by the varied numbers are wanted.
 * @throws SimulationError when a ray does not arrive.
 */
export function lensMerit(study: LensStudy, hasGradient: boolean): LensMerit {
  const problem = lensProblem(study, study.vary);
  const values = valuesAtStart(problem, study);
  return atStart(problem, () => {
    const gradient = hasGradient
      ? gradientOfSquare(residualsOf(raysAt(problem, values, true), study))
      : undefined;
    return {
      ...meritOf(raysAt(problem, values), study),
      ...(gradient && {
        gradientOfMeritSquared: Object.fromEntries(
          study.vary.map(({ path }, i) => [path, gradient[i]!]),
        ),
      }),
    };
  });
}

/** Where a study starts: what the document names, else what the lens has. */
export const valuesAtStart = (problem: LensProblem, { vary }: LensStudy): Float64Array =>
  startValues(problem).map((value, i) => vary[i]!.start ?? value);

/** Figures of traced rays under a merit. @throws LostRay when a ray does not arrive. */
export function meritOf(rays: FieldRays, document: MeritDocument): LensMerit {
  const { eflMm, bflMm, entrancePupilMm } = rays.paraxial;
  return {
    merit: Math.sqrt(squaredMerit(residualsOf(rays, document))),
    ...fieldSizes(rays, document),
    eflMm: eflMm.value,
    bflMm: bflMm.value,
    totalTrackMm: nominalPlaces(rays.lens).at(-1)!.value,
    entrancePupilZMm: entrancePupilMm.value,
    operands: document.operands.map((operand) => {
      const figure = operandFigure(rays, document, operand);
      return { ...operand, value: figure.value, residual: operandResidual(operand, figure).value };
    }),
  };
}
