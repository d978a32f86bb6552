import { failed, outcomeOf, pointOf, type CompiledStudy, type Outcome } from './compile.ts';

const noFigure = (): undefined => undefined;

/** The outcome of a point of a study that runs no camera. */
export function expressionOutcome(
  study: CompiledStudy,
  values: Readonly<Record<string, unknown>>,
): Outcome {
  const point = pointOf(study, values);
  return typeof point === 'string' ? failed(point) : outcomeOf(study, point, noFigure);
}
